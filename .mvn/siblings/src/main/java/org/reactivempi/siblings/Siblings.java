package org.reactivempi.siblings;

import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.repository.WorkspaceReader;
import org.eclipse.aether.repository.WorkspaceRepository;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The modules of this project as they were last compiled. Maven asks after it has looked among the modules that it builds, and
 * before it looks into repositories.
 *
 * <p>This is one class: {@code mvn clean} takes away those that are not loaded yet.
 */
public final class Siblings implements WorkspaceReader {

    private static final String GROUP = "org.reactivempi";

    private final WorkspaceRepository repository = new WorkspaceRepository("siblings");
    private final File root;
    private @Nullable Map<String, File> directories;

    /** The modules of the project that Maven was started in. */
    public Siblings() {
        this(new File(System.getProperty("maven.multiModuleProjectDirectory", ".")));
    }

    Siblings(File root) {
        this.root = root;
    }

    @Override
    public WorkspaceRepository getRepository() {
        return repository;
    }

    /** {@return a module's classes, or its {@code pom.xml}; null for all else, and for a module that isn't compiled} */
    @Override
    public @Nullable File findArtifact(Artifact artifact) {
        File directory = directory(artifact, artifact.getBaseVersion());
        if (directory == null || !artifact.getClassifier().isEmpty()) {
            return null;
        }
        File file = switch (artifact.getExtension()) {
            case "pom" -> new File(directory, "pom.xml");
            case "jar" -> new File(directory, "target/classes");
            default -> null;
        };
        return file != null && file.exists() ? file : null;
    }

    /** {@return the version that is asked for, if it is this project's: a snapshot, which Maven would look up in repositories} */
    @Override
    public List<String> findVersions(Artifact artifact) {
        return directory(artifact, artifact.getVersion()) == null ? List.of() : List.of(artifact.getVersion());
    }

    private @Nullable File directory(Artifact artifact, String version) {
        return artifact.getGroupId().equals(GROUP) ? directories().get(key(artifact.getArtifactId(), version)) : null;
    }

    private synchronized Map<String, File> directories() {
        Map<String, File> known = directories;
        if (known == null) {
            known = new HashMap<>();
            try {
                DocumentBuilder documents = DocumentBuilderFactory.newInstance().newDocumentBuilder();
                documents.setErrorHandler(new DefaultHandler());
                add(known, root, documents);
            } catch (ParserConfigurationException | SAXException | IOException unreadable) {
                throw new IllegalStateException("a pom below " + root + " cannot be read", unreadable);
            }
            directories = known;
        }
        return known;
    }

    /** Adds the module and, one by one, those that its pom names, also in profiles. */
    private static void add(Map<String, File> directories, File directory, DocumentBuilder documents)
            throws SAXException, IOException {
        Element project = documents.parse(new File(directory, "pom.xml")).getDocumentElement();
        Element parent = child(project, "parent");
        Element version = child(project, "version");
        if (version == null && parent != null) {
            version = child(parent, "version");
        }
        directories.put(key(text(child(project, "artifactId")), text(version)), directory);
        NodeList modules = project.getElementsByTagName("module");
        for (int i = 0; i < modules.getLength(); i++) {
            add(directories, new File(directory, text(modules.item(i))), documents);
        }
    }

    private static String key(String artifactId, String version) {
        return artifactId + ":" + version;
    }

    private static @Nullable Element child(Element of, String name) {
        for (Node node = of.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                return element;
            }
        }
        return null;
    }

    private static String text(@Nullable Node node) {
        return node == null ? "" : node.getTextContent().strip();
    }
}
