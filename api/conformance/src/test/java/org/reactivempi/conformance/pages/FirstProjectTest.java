package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The {@code pom.xml} that readers copy names artifacts of this project, and the versions that this project is built with. */
@Tag("once")
class FirstProjectTest {

    private static final Page PAGE = Page.named("docs/guide/getting-started.md");
    private static final Pattern POM = Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL);

    /** The first: that of the project. */
    private static final Pattern VERSION = Pattern.compile("<version>(.*?)</version>");

    private Document shown;
    private String poms;

    @BeforeEach
    void read() throws Exception {
        Matcher matcher = POM.matcher(PAGE.text());
        assertThat(matcher.find()).isTrue();
        shown = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(matcher.group(1))));
        poms = pom("pom.xml")
                + pom("api/bom/pom.xml")
                + pom("examples/pom.xml")
                + pom("api/core/pom.xml")
                + pom("api/testkit/pom.xml")
                + pom("transport/tcp/pom.xml")
                + pom("transport/local/pom.xml");
    }

    private static String pom(String path) throws IOException {
        return Files.readString(PAGE.root().resolve(path));
    }

    @Test
    @DisplayName("its artifacts exist, and its version is this project's")
    void artifacts() {
        List<Element> ours = elements("dependency").stream()
                .filter(dependency -> text(dependency, "groupId").equals("org.reactivempi"))
                .toList();

        assertThat(ours)
                .hasSizeGreaterThan(2)
                .allSatisfy(dependency ->
                        assertThat(poms).contains("<artifactId>" + text(dependency, "artifactId") + "</artifactId>"));
        assertThat(ours.get(0).getElementsByTagName("version").item(0).getTextContent())
                .isEqualTo(VERSION.matcher(poms)
                        .results()
                        .findFirst()
                        .orElseThrow()
                        .group(1));
    }

    @Test
    @DisplayName("its other versions are those that this project is tested with")
    void versions() {
        String classPath = System.getProperty("java.class.path");
        Map<String, String> named = List.of("dependency", "plugin").stream()
                .flatMap(kind -> elements(kind).stream())
                .filter(element -> element.getElementsByTagName("version").getLength() > 0)
                .collect(Collectors.toMap(element -> text(element, "artifactId"), element -> text(element, "version")));

        assertThat(named)
                .isNotEmpty()
                .allSatisfy((artifact, version) -> assertThat(classPath.contains(artifact + "-" + version + ".jar")
                                || poms.contains(">" + version + "<"))
                        .describedAs(artifact + " " + version)
                        .isTrue());
    }

    private List<Element> elements(String name) {
        NodeList found = shown.getElementsByTagName(name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    private static String text(Element parent, String child) {
        return parent.getElementsByTagName(child).item(0).getTextContent();
    }
}
