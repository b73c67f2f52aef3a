package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What somebody reads whose application does not start. */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalysisTest {

    private static void start(Class<?> source, String... arguments) {
        SpringApplication application = new SpringApplication(source);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setRegisterShutdownHook(false);
        assertThatThrownBy(() -> application.run(arguments)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--reactivempi.eager-limit-bytes=17m | The MPI session has not started: reactivempi.eager-limit-bytes is 17m,"
                        + " allowed is 0 to 16777216 (from \"reactivempi.eager-limit-bytes\" from property source \"commandLineArgs\")",
                "--reactivempi.listener.concurrency=0 | reactivempi.listener.concurrency is 0, allowed is 1 to 1024 (from",
                "--reactivempi.eager-limt-bytes=1 | there is no setting reactivempi.eager-limt-bytes; did you mean eager-limit-bytes?",
                "--reactivempi.session.web-rank=9 | reactivempi.session.web-rank is 9, allowed is 0 (from",
                "--reactivempi.secret=0123456789abcdef0123456789abcdef | reactivempi.secret stands among the arguments",
                "--reactivempi.port-secret=0123456789abcdef0123456789abcdef | reactivempi.port-secret stands among the arguments,"
                        + " where others can read it: set REACTIVEMPI_PORT_SECRET or reactivempi.port-secret-file",
            })
    @DisplayName("a wrong property: its name, its value, what is allowed, and where it stands")
    void property(String argument, String words, CapturedOutput output) {
        start(Nothing.class, argument);

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(words)
                .contains("Correct the property");
        assertThat(output).doesNotContain("0123456789abcdef");
    }

    @Test
    @DisplayName("an unusable listener: its name and why")
    void listener(CapturedOutput output) {
        start(Unusable.class);

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("An @MpiListener cannot be used: the listener")
                .contains("FailureAnalysisTest$Unusable.hear() takes 0 parameters");
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Nothing {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Unusable {

        @MpiListener
        void hear() {}
    }
}
