package org.reactivempi.transport.launcher.plan;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.launcher.Launcher;

class ByteWordsTest {

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static String shell(String script) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("bash", "-c", script, "bash", JAVA, System.getProperty("java.class.path"))
                .redirectErrorStream(true)
                .start();
        String said = new String(shell.getInputStream().readAllBytes(), UTF_8);
        shell.waitFor();
        return said;
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "POSIX", "C.UTF-8"})
    @DisplayName("words and variables that are no text in the user's locale reach a command byte by byte")
    void bytes(String locale) throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/cmdline")));
        String said = shell("export LC_ALL=" + locale + "; w=$(printf \"a '\\303\\251\\377b\"); exec \"$1\" -cp \"$2\" "
                + Launcher.class.getName()
                + " -n 1 --env \"V=$w\" sh -c 'printf %s \"$V$1\" | od -An -v -tx1' sh \"$w\"");
        assertThat(said.strip()).isEqualTo("61 20 27 c3 a9 ff 62 61 20 27 c3 a9 ff 62");
    }

    @Test
    @DisplayName(
            "only words that this JVM could not read are taken from the system, and only if they are the same words")
    void sameWords() {
        String[] words = {"-n", "2", "caf\uFFFD\uFFFD", "end"};
        String[] started = {"java", "Main", "-n", "2", "caf\u00c3\u00a9", "end", ""};
        String[] found = ByteWords.of(words, started, US_ASCII);
        assertThat(found).containsExactly("-n", "2", "caf\uDCC3\uDCA9", "end");
        assertThat(ByteWords.areIn(found[2])).isTrue();
        assertThat(ByteWords.asRead(found[2])).isEqualTo(words[2]);
        assertThat(ByteWords.quoted(found[2])).isEqualTo("'caf'\"$(printf '\\303')\"''\"$(printf '\\251')\"''");

        assertThat(ByteWords.of(new String[] {"caf\uFFFD\uFFFD", "other"}, started, US_ASCII))
                .containsExactly("caf\uFFFD\uFFFD", "other");
        assertThat(ByteWords.of(words, new String[] {"end", ""}, US_ASCII)).containsExactly(words);
    }

    @Test
    @DisplayName("a command without such words is started as it is")
    void plain() {
        ProcessBuilder builder = new ProcessBuilder();
        ByteWords.start(builder, List.of("program", "it's", "caf\u00e9"));
        assertThat(builder.command()).containsExactly("program", "it's", "caf\u00e9");
    }
}
