package org.reactivempi.transport.launcher.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How a rank is started on another host: by {@code ssh}, with a shell there that reads what to do from its standard input. So neither the
 * secret nor anything else of the environment is in a command line, which all users of a host may see.
 *
 * @param agent the words before the host's name
 */
public record RemoteShell(List<String> agent) {

    /** Without a terminal nobody could answer a question. */
    static final RemoteShell SSH = new RemoteShell(List.of("ssh", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10"));

    /** What {@code ssh} ends with where it has not reached the host. */
    public static final int UNREACHED = 255;

    private static final String RUN = """
            {
            exec 3<&0 </dev/null
            if command -v setsid >/dev/null; then setsid "$@" 3<&- & else "$@" 3<&- & fi
            rank=$!
            end() { kill "-$1" "-$rank" || kill "-$1" "$rank"; }
            (while read -r line; do :; done; end TERM; sleep 5; end KILL) <&3 >/dev/null 2>&1 &
            watch=$!
            exec 3<&-
            wait "$rank" 2>/dev/null
            code=$?
            kill "$watch"
            exit "$code"
            }
            """;

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** The command that starts a shell on a host. */
    public List<String> command(String host) {
        List<String> words = new ArrayList<>(agent);
        words.add(host);
        words.add("exec sh");
        return words;
    }

    /**
     * What the shell reads: it starts the rank, in the same directory as on the launcher's host, and ends as the rank does. A second process reads on
     * for as long as the launcher has the connection, and then ends the rank with its children. Shells take in a group of commands whole.
     */
    public static String script(Path directory, Map<String, String> environment, List<String> command) {
        StringBuilder script = new StringBuilder("cd ")
                .append(ByteWords.quoted(directory.toString()))
                .append(" || exit 1\n");
        environment.forEach((name, value) -> {
            if (VARIABLE.matcher(name).matches()) {
                script.append("export ")
                        .append(name)
                        .append('=')
                        .append(ByteWords.quoted(value))
                        .append('\n');
            }
        });
        return script.append("set -- ")
                .append(command.stream().map(ByteWords::quoted).collect(Collectors.joining(" ")))
                .append('\n')
                .append(RUN)
                .toString();
    }
}
