package org.reactivempi.transport.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaWordsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-cp a:b -Xmx1g Main x -cp y | -Xmx1g   | a:b  | Main |       | x -cp y",
                "--class-path=a Main         |          | a    | Main |       |",
                "-p m --add-modules x Main   | -p m --add-modules x |  | Main |  |",
                "--module-path=m Main 1      | --module-path=m |     | Main |       | 1",
                "--module=x/Main 1           |          |      |      |       | --module=x/Main 1",
                "--module x/Main             |          |      |      |       | --module x/Main",
                "-ea -jar a.jar -v           | -ea      |      |      | a.jar | -v",
                "Hello.java 1                |          |      | Hello.java | | 1",
                "-cp a -m x/Main 1           |          | a    |      |       | -m x/Main 1",
                "@options Main               |          |      |      |       | @options Main",
                "-version                    | -version |      |      |       |",
                "-cp                         | -cp      |      |      |       |",
            })
    @DisplayName("the words of java are read as java reads them")
    void javaWords(String words, String options, String classPath, String main, String jar, String arguments) {
        assertThat(JavaWords.of(split(words)))
                .isEqualTo(new JavaWords(split(options), classPath, main, jar, split(arguments)));
    }

    private static List<String> split(String words) {
        return words == null || words.isBlank()
                ? List.of()
                : Arrays.asList(words.strip().split(" +"));
    }
}
