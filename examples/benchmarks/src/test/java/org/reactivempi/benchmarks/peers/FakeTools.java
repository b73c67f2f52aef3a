package org.reactivempi.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A folder of programs that look like MPICH's from outside, and a contender that only prints. */
final class FakeTools {

    private static final String COMPILER = """
            #!/bin/sh
            # -std=c99 -O2 -o PROGRAM SOURCE
            grep -q MPI_Init "$5" || exit 1
            cat > "$4" <<'END'
            #!/bin/sh
            # IMPLEMENTATION CHANNEL DIVISOR LENGTHS TEST...
            echo "a line that is no row"
            for test in $5 $6 $7; do
                printf '%s\\t%s\\tnative\\tspin\\t%s\\t8\\tp50_us\\t4.0\\n' "$1" "$2" "$test"
            done
            END
            chmod +x "$4"
            """;

    private static final String LAUNCHER = """
            #!/bin/sh
            if [ "$1" = --version ]; then
                echo "HYDRA build details:"
                echo "    Version:                                 4.9.9"
                exit
            fi
            while [ ! -f "$1" ]; do shift; done
            exec "$@"
            """;

    private FakeTools() {}

    static void install(Path folder) throws IOException {
        install(folder.resolve(Library.MPICH.compiler()), COMPILER);
        install(folder.resolve(Library.MPICH.launcher()), LAUNCHER);
    }

    static void install(Path file, String script) throws IOException {
        Files.writeString(file, script);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
        }
    }

    /** Says that it took so many microseconds. */
    static Contender contender(String implementation, double micros) {
        return new Contender() {
            @Override
            public List<Task> pairs(Transport transport, Selection selection) {
                return List.of(print(implementation + " over " + transport.title(), transport, "latency"));
            }

            @Override
            public List<Task> rings(Transport transport, Selection selection, int ranks) {
                return List.of(print(implementation + ", ring of " + ranks, transport, "ring"));
            }

            @Override
            public List<Task> starts() {
                return List.of();
            }

            private Task print(String title, Transport transport, String test) {
                String row = String.join(
                        "\t",
                        implementation,
                        transport.channel(),
                        "heap",
                        "adaptive",
                        test,
                        "8",
                        "p50_us",
                        Double.toString(micros));
                return Task.printing(title, List.of("echo", row), Map.of());
            }
        };
    }
}
