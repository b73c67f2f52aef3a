package org.reactivempi.siblings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiblingsTest {

    private static final String PROJECT = "<project><modelVersion>4.0.0</modelVersion>%s</project>";
    private static final String PARENT = "<parent><artifactId>all</artifactId><version>2-SNAPSHOT</version></parent>";

    @TempDir
    private Path root;

    private Siblings siblings;

    @BeforeEach
    void project() throws IOException {
        pom("", "<artifactId>all</artifactId><version>2-SNAPSHOT</version><modules><module>floor</module></modules>");
        pom(
                "floor",
                PARENT + "<artifactId>floor</artifactId><modules><module>room</module></modules>"
                        + "<profiles><profile><modules><module>../new</module></modules></profile></profiles>");
        pom(
                "floor/room",
                PARENT + "<dependencies><artifactId>other</artifactId></dependencies><artifactId>room</artifactId>");
        pom("new", PARENT + "<artifactId>new</artifactId><version>3</version>");
        siblings = new Siblings(root.toFile());
    }

    private void pom(String directory, String content) throws IOException {
        Files.createDirectories(root.resolve(directory));
        Files.writeString(root.resolve(directory).resolve("pom.xml"), PROJECT.formatted(content));
    }

    private static Artifact artifact(String coordinates) {
        return new DefaultArtifact(coordinates);
    }

    private File file(String path) {
        return root.resolve(path).toFile();
    }

    @Test
    @DisplayName("a module that is compiled has its classes for a jar, and its pom in any case")
    void classes() throws IOException {
        assertThat(siblings.findArtifact(artifact("org.reactivempi:room:2-SNAPSHOT")))
                .isNull();
        Files.createDirectories(root.resolve("floor/room/target/classes"));

        assertThat(siblings.findArtifact(artifact("org.reactivempi:room:2-SNAPSHOT")))
                .isEqualTo(file("floor/room/target/classes"));
        assertThat(siblings.findArtifact(artifact("org.reactivempi:room:pom:2-SNAPSHOT")))
                .isEqualTo(file("floor/room/pom.xml"));
        assertThat(siblings.findArtifact(artifact("org.reactivempi:all:pom:2-SNAPSHOT")))
                .isEqualTo(file("pom.xml"));
    }

    @Test
    @DisplayName("a module of a profile, with a version of its own")
    void profile() {
        assertThat(siblings.findArtifact(artifact("org.reactivempi:new:pom:3"))).hasName("pom.xml");
        assertThat(siblings.findArtifact(artifact("org.reactivempi:new:pom:2-SNAPSHOT")))
                .isNull();
    }

    @Test
    @DisplayName("what is not of this project is left to repositories: other groups, other versions, sources, zips")
    void others() throws IOException {
        Files.createDirectories(root.resolve("floor/target/classes"));

        assertThat(siblings.findArtifact(artifact("org.reactivempi:floor:2-SNAPSHOT")))
                .exists();
        assertThat(siblings.findArtifact(artifact("org.example:floor:2-SNAPSHOT")))
                .isNull();
        assertThat(siblings.findArtifact(artifact("org.reactivempi:floor:1"))).isNull();
        assertThat(siblings.findArtifact(artifact("org.reactivempi:cellar:2-SNAPSHOT")))
                .isNull();
        assertThat(siblings.findArtifact(artifact("org.reactivempi:floor:jar:sources:2-SNAPSHOT")))
                .isNull();
        assertThat(siblings.findArtifact(artifact("org.reactivempi:floor:zip:2-SNAPSHOT")))
                .isNull();
    }

    @Test
    @DisplayName("a module's version is known, so that Maven asks nobody for the newest snapshot")
    void versions() {
        assertThat(siblings.findVersions(artifact("org.reactivempi:room:2-SNAPSHOT")))
                .containsExactly("2-SNAPSHOT");
        assertThat(siblings.findVersions(artifact("org.reactivempi:room:1"))).isEmpty();
        assertThat(siblings.findVersions(artifact("org.example:room:2-SNAPSHOT")))
                .isEmpty();
    }

    @Test
    @DisplayName("a pom that cannot be read is named")
    void broken() throws IOException {
        Files.writeString(root.resolve("floor/pom.xml"), "no pom");

        assertThatThrownBy(() -> siblings.findVersions(artifact("org.reactivempi:room:2-SNAPSHOT")))
                .hasMessageContaining(root.toString());
    }

    @Test
    @DisplayName("this project's own modules are found")
    void own() {
        assertThat(new Siblings(new File("../.."))
                        .findArtifact(artifact(
                                "org.reactivempi:reactive-mpi-siblings:pom:" + System.getProperty("project.version"))))
                .hasName("pom.xml");
    }
}
