package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values to send, and memory, are told apart by the compiler. */
@Tag("once")
class BufferKindsTest {

    private static String compile(String expression, Path folder) {
        String source = "import org.reactivempi.*; class Program { Object of(Communicator world) { return " + expression
                + "; } }";
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter output = new StringWriter();
        boolean compiled = compiler.getTask(
                        output,
                        null,
                        null,
                        List.of("-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path")),
                        null,
                        List.of(new Program(source)))
                .call();
        assertThat(compiled).as("%s", output).isEqualTo(output.toString().isEmpty());
        return output.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "world.irecv(Buffers.ints(5), 0, 0)",
                "world.irecv(Buffers.ints(new int[1]), 0, 0)",
                "world.blocking().recv(Buffers.bytes(new byte[1]), 0, 0)",
                "world.recvInit(Buffers.longs(1), 0, 0)",
                "world.bcast(Buffers.doubles(1), 0)",
                "world.allreduce(Buffers.ints(1), Buffers.ints(1), Op.SUM)",
                "world.peer(0, 0).irecv(Buffers.chars('a'))"
            })
    @DisplayName("receiving into values does not compile")
    void values(String expression, @TempDir Path folder) {
        assertThat(compile(expression, folder)).contains("SendBuffer cannot be converted to Buffer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "world.irecv(Buffers.of(new int[1]), 0, 0)",
                "world.isend(Buffers.ints(5), 0, 0)",
                "world.isend(Buffers.of(new int[1]), 0, 0)",
                "world.allreduce(Buffers.ints(1), Buffers.of(new int[1]), Op.SUM)"
            })
    @DisplayName("receiving into memory does, and so does sending of both")
    void memory(String expression, @TempDir Path folder) {
        assertThat(compile(expression, folder)).isEmpty();
    }

    private static final class Program extends SimpleJavaFileObject {

        private final String source;

        Program(String source) {
            super(URI.create("string:///Program.java"), Kind.SOURCE);
            this.source = source;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
        }
    }
}
