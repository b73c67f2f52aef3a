import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/**
 * What .ci/release asks of a bundle, whose files are unpacked: {@code sums} writes the checksums, {@code check} says what is wrong.
 *
 * <pre>
 *  java .ci/Bundle.java sums  BUNDLE
 *  java .ci/Bundle.java check BUNDLE TREE VERSION COMMIT signed|unsigned
 * </pre>
 *
 * <p>The tree says which modules are published, as those whose pom does not skip the deployment; all else is read from the bundle
 * itself. Signatures are gpg's matter: here they must only be there.
 */
final class Bundle {

    private static final String GROUP = "org.reactivempi";
    private static final String BOM = "reactive-mpi-bom";
    private static final Map<String, String> SUMS =
            Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256", "sha512", "SHA-512");
    /** What Maven Central asks of a pom, and what stands for itself. */
    private static final List<String> IN_A_POM = List.of(
            "name",
            "description",
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "scm/url",
            "scm/connection",
            "scm/developerConnection");
    /** The newest class files that JDK 17 reads; one module is for JDK 22. */
    private static final int CLASSES_OF_17 = 61;

    private static final int CLASSES_OF_22 = 66;

    private final Path bundle;
    private final Path tree;
    private final String version;
    private final String commit;
    private final boolean signed;
    private final List<String> faults = new ArrayList<>();
    /** Each module by its name, with the packaging that its pom has. */
    private final Map<String, String> published = new TreeMap<>();

    private Bundle(Path bundle, Path tree, String version, String commit, boolean signed) {
        this.bundle = bundle;
        this.tree = tree;
        this.version = version;
        this.commit = commit;
        this.signed = signed;
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 2 && args[0].equals("sums")) {
            writeSums(Path.of(args[1]));
        } else if (args.length == 6 && args[0].equals("check")) {
            new Bundle(Path.of(args[1]), Path.of(args[2]), args[3], args[4], args[5].equals("signed")).check();
        } else {
            throw new IllegalArgumentException("sums BUNDLE, or check BUNDLE TREE VERSION COMMIT signed|unsigned");
        }
    }

    private static void writeSums(Path bundle) throws Exception {
        for (Path file : files(bundle)) {
            if (SUMS.containsKey(extension(file)) || extension(file).equals("asc")) {
                continue;
            }
            byte[] content = Files.readAllBytes(file);
            for (Map.Entry<String, String> sum : SUMS.entrySet()) {
                Files.writeString(Path.of(file + "." + sum.getKey()), digest(sum.getValue(), content));
            }
        }
    }

    private void check() throws Exception {
        readModules();
        Set<String> expected = new TreeSet<>();
        for (Map.Entry<String, String> module : published.entrySet()) {
            checkModule(module.getKey(), module.getValue(), expected);
        }
        Set<String> found = files(bundle).stream()
                .map(file -> bundle.relativize(file).toString())
                .collect(Collectors.toCollection(TreeSet::new));
        expect(!published.isEmpty(), "the tree publishes nothing");
        difference(expected, found).forEach(file -> faults.add("missing: " + file));
        difference(found, expected).forEach(file -> faults.add("does not belong here: " + file));
        if (!faults.isEmpty()) {
            faults.forEach(System.err::println);
            System.err.println(faults.size() + " faults in " + bundle);
            System.exit(1);
        }
        System.out.println(published.size() + " modules, " + found.size() + " files: " + published.keySet());
    }

    private void readModules() throws Exception {
        for (String pom : List.of("api", "transport", "examples", ".mvn")) {
            try (Stream<Path> walk = Files.find(tree.resolve(pom), 2, (file, a) -> file.endsWith("pom.xml"))) {
                for (Path file : walk.toList()) {
                    Document document = parse(Files.newInputStream(file));
                    String name = text(document, "/project/artifactId");
                    String packaging = text(document, "/project/packaging");
                    boolean isParent =
                            !text(document, "/project/modules/module").isEmpty();
                    if (!isParent
                            && !text(document, "/project/properties/maven.deploy.skip")
                                    .equals("true")) {
                        published.put(name, packaging.isEmpty() ? "jar" : packaging);
                    }
                }
            }
        }
    }

    private void checkModule(String name, String packaging, Set<String> expected) throws Exception {
        Path folder = bundle.resolve(GROUP.replace('.', '/')).resolve(name).resolve(version);
        List<String> endings = new ArrayList<>(List.of(".pom", "-cyclonedx.xml", "-cyclonedx.json"));
        if (packaging.equals("jar")) {
            endings.addAll(List.of(".jar", "-sources.jar", "-javadoc.jar"));
        } else if (!name.equals(BOM)) {
            endings.add(".zip");
        }
        for (String ending : endings) {
            Path file = folder.resolve(name + "-" + version + ending);
            String path = bundle.relativize(file).toString();
            expected.add(path);
            SUMS.keySet().forEach(sum -> expected.add(path + "." + sum));
            if (signed) {
                expected.add(path + ".asc");
            }
            if (!Files.exists(file)) {
                continue;
            }
            checkSums(file);
            switch (ending) {
                case ".pom" -> checkPom(name, file);
                case "-cyclonedx.xml" -> checkBillOfMaterials(name, file);
                case "-cyclonedx.json" ->
                    expect(Files.readString(file).contains("\"" + version + "\""), file + " does not name " + version);
                case ".jar" -> checkJar(name, file);
                case "-sources.jar" -> checkSources(file);
                case "-javadoc.jar" -> checkJavadoc(file);
                case ".zip" -> checkZip(name, file);
                default -> throw new IllegalStateException(ending);
            }
        }
    }

    private void checkSums(Path file) throws Exception {
        byte[] content = Files.readAllBytes(file);
        for (Map.Entry<String, String> sum : SUMS.entrySet()) {
            Path written = Path.of(file + "." + sum.getKey());
            if (Files.exists(written)) {
                expect(
                        Files.readString(written).equals(digest(sum.getValue(), content)),
                        written + " is the sum of something else");
            }
        }
    }

    private void checkPom(String name, Path file) throws Exception {
        Document pom = parse(Files.newInputStream(file));
        expect(text(pom, "/project/groupId").equals(GROUP), file + ": the group is not " + GROUP);
        expect(text(pom, "/project/artifactId").equals(name), file + ": the artifact is not " + name);
        expect(text(pom, "/project/version").equals(version), file + ": the version is not " + version);
        expect(text(pom, "/project/parent").isEmpty(), file + " has a parent, which is not published");
        for (String element : IN_A_POM) {
            expect(!text(pom, "/project/" + element).isEmpty(), file + " has no " + element);
        }
        expect(!Files.readString(file).contains("SNAPSHOT"), file + " names a snapshot");
        expect(
                text(pom, "/project/scm/tag").equals("v" + version),
                file + ": scm/tag is '" + text(pom, "/project/scm/tag") + "', not v" + version);
        for (String dependency : texts(pom, "//dependency[groupId='" + GROUP + "']/artifactId")) {
            expect(published.containsKey(dependency), file + " depends on " + dependency + ", which is not published");
        }
        for (String other : texts(pom, "//dependency[groupId='" + GROUP + "']/version")) {
            expect(Set.of(version, "${project.version}").contains(other), file + " wants " + other + " of a module");
        }
        if (name.equals(BOM)) {
            Set<String> named = new TreeSet<>(texts(pom, "//dependency[groupId='" + GROUP + "']/artifactId"));
            Set<String> wanted = new TreeSet<>(published.keySet());
            wanted.remove(BOM);
            expect(named.equals(wanted), "the BOM names " + named + ", and published are " + wanted);
        }
    }

    private void checkBillOfMaterials(String name, Path file) throws Exception {
        Document bill = parse(Files.newInputStream(file));
        expect(
                text(bill, "/bom/metadata/component/name").equals(name)
                        && text(bill, "/bom/metadata/component/version").equals(version),
                file + " is the bill of something else");
        expect(!Files.readString(file).contains("SNAPSHOT"), file + " names a snapshot");
        for (String component : texts(bill, "/bom/components/component[group='" + GROUP + "']/name")) {
            expect(published.containsKey(component), file + " names " + component + ", which is not published");
        }
        if (!name.equals(BOM)) {
            expect(!texts(bill, "/bom/components/component/name").isEmpty(), file + " has no components");
        }
    }

    private void checkJar(String name, Path file) throws Exception {
        int newest = name.equals("reactive-mpi-memory") ? CLASSES_OF_22 : CLASSES_OF_17;
        try (JarFile jar = new JarFile(file.toFile())) {
            checkManifest(file, jar, "Implementation-Version", version);
            checkManifest(file, jar, "Build-Commit", commit);
            for (String entry : List.of("Build-Jdk", "Build-Time", "Automatic-Module-Name")) {
                expect(attribute(jar, entry) != null, file + ": the manifest has no " + entry);
            }
            checkLicense(file, jar, "META-INF/LICENSE");
            int classes = 0;
            for (ZipEntry entry : jar.stream().toList()) {
                if (entry.getName().endsWith(".class")) {
                    classes++;
                    byte[] content = content(jar, entry);
                    int major = (content[6] & 0xff) << 8 | content[7] & 0xff;
                    expect(major <= newest, file + ": " + entry + " is for JDK " + (major - 44));
                } else if (entry.getName().endsWith("pom.properties")) {
                    expect(
                            new String(content(jar, entry), StandardCharsets.UTF_8).contains("version=" + version),
                            file + ": " + entry + " has another version");
                }
            }
            expect(classes > 0, file + " has no classes");
        }
    }

    private void checkSources(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            checkManifest(file, jar, "Build-Commit", commit);
            expect(
                    jar.stream().map(ZipEntry::getName).anyMatch(name -> name.matches(".*\\.(java|kt)")),
                    file + " has no sources");
        }
    }

    private void checkJavadoc(Path file) throws IOException {
        try (ZipFile jar = new ZipFile(file.toFile())) {
            expect(jar.getEntry("index.html") != null, file + " has no index.html");
            expect(
                    jar.stream().map(ZipEntry::getName).anyMatch(name -> name.matches("org/.*\\.html")),
                    file + " describes no type");
        }
    }

    /** The launcher as a command: its script, and its jars with ours of this version. */
    private void checkZip(String name, Path file) throws IOException {
        String top = name + "-" + version + "/";
        try (ZipFile zip = new ZipFile(file.toFile())) {
            expect(zip.getEntry(top + "bin/rmpirun") != null, file + " has no bin/rmpirun");
            checkLicense(file, zip, top + "LICENSE");
            List<String> jars = zip.stream()
                    .map(ZipEntry::getName)
                    .filter(entry -> entry.startsWith(top + "lib/reactive-mpi"))
                    .toList();
            expect(jars.size() > 5, file + " has the jars " + jars);
            expect(
                    jars.stream().allMatch(entry -> entry.endsWith("-" + version + ".jar")),
                    file + ": other versions among " + jars);
        }
    }

    private void checkLicense(Path file, ZipFile zip, String path) throws IOException {
        ZipEntry entry = zip.getEntry(path);
        expect(
                entry != null && Arrays.equals(content(zip, entry), Files.readAllBytes(tree.resolve("LICENSE"))),
                file + ": " + path + " is not the license");
    }

    private void checkManifest(Path file, JarFile jar, String entry, String value) throws IOException {
        expect(value.equals(attribute(jar, entry)), file + ": " + entry + " is " + attribute(jar, entry));
    }

    private static String attribute(JarFile jar, String name) throws IOException {
        Manifest manifest = jar.getManifest();
        return manifest == null ? null : manifest.getMainAttributes().getValue(name);
    }

    private void expect(boolean holds, String fault) {
        if (!holds) {
            faults.add(fault);
        }
    }

    private static String text(Document document, String path) throws Exception {
        return xpath().evaluate(path, document).strip();
    }

    private static List<String> texts(Document document, String path) throws Exception {
        NodeList nodes = (NodeList) xpath().evaluate(path, document, XPathConstants.NODESET);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent().strip());
        }
        return texts;
    }

    private static XPath xpath() {
        return XPathFactory.newInstance().newXPath();
    }

    /** Without namespaces, so that paths have none either. */
    private static Document parse(InputStream input) throws Exception {
        try (input) {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder().parse(input);
        }
    }

    private static Set<String> difference(Set<String> all, Set<String> without) {
        Set<String> rest = new TreeSet<>(all);
        rest.removeAll(without);
        return rest;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static String extension(Path file) {
        String name = file.getFileName().toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static byte[] content(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream input = zip.getInputStream(entry)) {
            return input.readAllBytes();
        }
    }

    private static String digest(String algorithm, byte[] content) throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content));
    }
}
