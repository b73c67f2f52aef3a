package org.reactivempi.examples.hello;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.Mpi;
import org.reactivempi.transport.fixtures.Ended;
import org.reactivempi.transport.launcher.Launcher;
import reactor.core.publisher.Mono;

/** A job in languages that have digits of their own, or other small letters: what machines read is the same in all of them. */
class LanguageTest {

    private static final long LIMIT_SECONDS = 50;

    @TempDir
    Path directory;

    /** Says what Java makes of a number and of a letter where nobody names a language, and meets the other ranks. */
    static final class Speaks {

        private Speaks() {}

        public static void main(String[] args) {
            Mpi.run(
                    args,
                    world -> Mono.fromRunnable(() -> System.out.println("rank " + world.rank() + " says "
                                    + String.format("%d", 12) + " and " + "TITLE".toLowerCase()))
                            .then(world.barrier())
                            .then(Mono.fromRunnable(
                                    () -> System.out.println("rank " + world.rank() + " has met the others"))));
        }
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private String run(String language, String country, String channel) throws IOException, InterruptedException {
        List<String> spoken = List.of("-Duser.language=" + language, "-Duser.country=" + country);
        List<String> command = Stream.of(
                        List.of(java(), "-XX:TieredStopAtLevel=1"),
                        spoken,
                        List.of("-cp", System.getProperty("java.class.path"), Launcher.class.getName()),
                        spoken.stream()
                                .flatMap(word -> Stream.of("--jvm-arg", word))
                                .toList(),
                        List.of("--jvm-arg", "-XX:TieredStopAtLevel=1", "-n", "2", "--channel", channel),
                        List.of("--on-failure", "continue", "--deadlock", "report", "--bind-to", "none"),
                        List.of("--trace", directory.resolve("trace.json").toString(), "--stats"),
                        List.of(Speaks.class.getName()))
                .flatMap(List::stream)
                .toList();
        return Ended.of(new ProcessBuilder(command), directory.resolve("output"), LIMIT_SECONDS)
                .with(0);
    }

    @ParameterizedTest
    @CsvSource("ar, EG, tcp")
    @DisplayName("LIF-1 a job runs under ar-EG, and what it records is in digits that programs read")
    void language(String language, String country, String channel) throws Exception {
        Locale locale = Locale.forLanguageTag(language + "-" + country);
        String number = String.format(locale, "%d", 12);
        String title = "TITLE".toLowerCase(locale);
        assertThat(number.equals("12") && title.equals("title"))
                .as("this language is like English")
                .isFalse();

        String said = run(language, country, channel);

        for (int rank = 0; rank < 2; rank++) {
            assertThat(said).contains("rank " + rank + " says ").contains("rank " + rank + " has met the others");
        }
        assertThat(said).contains("messages sent, and their bytes:");
        String trace = Files.readString(directory.resolve("trace.json"), StandardCharsets.UTF_8);
        assertThat(trace).contains("\"name\":\"rank 0\"", "\"name\":\"rank 1\"");
        assertThat(trace.chars().filter(Character::isDigit)).allMatch(digit -> digit >= '0' && digit <= '9');
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"tr, TR, tcp", "ar, EG, 'shm,rsocket'", "tr, TR, 'shm,rsocket'"})
    @DisplayName("LIF-1 so it does under tr-TR, and over other channels")
    void otherLanguages(String language, String country, String channel) throws Exception {
        language(language, country, channel);
    }
}
