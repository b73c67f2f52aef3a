package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The {@code pom.xml} of a Spring Boot application that readers copy has the versions that this project is built with. */
@Tag("once")
class SpringProjectTest {

    private static final Page PAGE = Page.named("docs/guide/spring.md");
    private static final Pattern POM = Pattern.compile("```xml\n(<project.*?)```", Pattern.DOTALL);

    private String shown = "";
    private String ours = "";

    @BeforeEach
    void read() throws IOException {
        Matcher matcher = POM.matcher(PAGE.text());
        assertThat(matcher.find()).isTrue();
        shown = matcher.group(1);
        ours = Files.readString(PAGE.root().resolve("pom.xml"));
    }

    @Test
    @DisplayName("Spring Boot, Netty and the library itself")
    void versions() {
        assertThat(parent(shown)).isEqualTo(property(ours, "spring-boot.version"));
        assertThat(property(shown, "netty.version")).isEqualTo(property(ours, "netty.version"));
        assertThat(property(shown.substring(shown.indexOf("reactive-mpi-bom")), "version"))
                .isEqualTo(property(ours, "version"));
    }

    private static String parent(String pom) {
        return property(pom.substring(pom.indexOf("<parent>")), "version");
    }

    /** The first of this name. */
    private static String property(String pom, String name) {
        Matcher matcher = Pattern.compile("<" + name + ">([^<]*)<").matcher(pom);
        assertThat(matcher.find()).as(name).isTrue();
        return matcher.group(1);
    }
}
