package org.reactivempi.conformance;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The main code of all modules, that which the build makes included, whether they are on the class path or not, as javac reads it: which class of ours needs which. Other
 * than class files, it also shows a class if only a constant of it is used, whose value javac puts into the user's class file.
 *
 * <p>A nested class belongs to its outer one. An {@code import} is no need by itself: it may stand there for a comment. Of Kotlin, which
 * javac can't read, it is all there is.
 */
final class Sources {

    private static final String PACKAGE_INFO = "package-info";
    private static final String MAIN = "src/main";
    private static final String MADE = "target/generated-sources/primitives";
    /** Modules whose own build comes later have here what they will make. */
    private static final String MADE_FIRST = "api/conformance/target/made";

    private static final String TABLES_OF_CALLS = MAIN + "/calls";
    private static final Pattern KOTLIN_PACKAGE = Pattern.compile("^package ([\\w.]+)", Pattern.MULTILINE);
    private static final Pattern KOTLIN_IMPORT = Pattern.compile("^import ([a-z.]+\\.[A-Z]\\w*)", Pattern.MULTILINE);

    /** Of which one gets the entries in the order of their hash codes, also by an interface. */
    private static final Set<String> TABLES = Set.of(
            "java.util.HashMap",
            "java.util.HashSet",
            "java.util.WeakHashMap",
            "java.util.concurrent.ConcurrentHashMap",
            "java.util.Map",
            "java.util.Set");

    private static final Set<String> WITH_IDENTITY = Set.of("java.lang.Object", "java.lang.Enum");
    /** What it collects, in what, into what. */
    private static final int COLLECTOR_PARAMETERS = 3;

    /** A top-level class, or a {@code package-info}. */
    static final class Type {

        private final String name;
        private final String module;
        private final boolean java;
        private final SortedSet<String> needed = new TreeSet<>();
        private final Set<Use> uses = new LinkedHashSet<>();

        Type(String name, String module, boolean java) {
            this.name = name;
            this.module = module;
            this.java = java;
        }

        String name() {
            return name;
        }

        /** The folder of its module, such as {@code api/core}. */
        String module() {
            return module;
        }

        /** Else its {@code import}s are all that is known. */
        boolean isJava() {
            return java;
        }

        String packageName() {
            return packageOf(name);
        }

        /** The names of other types of ours. */
        SortedSet<String> needed() {
            return needed;
        }

        /** What it uses of the JDK and of libraries, and which tables it makes. */
        Set<Use> uses() {
            return uses;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * A method or constructor of somebody else's that is called or referred to.
     *
     * @param owner the class that declares it
     * @param member its name; {@code <init>} for a constructor
     * @param parameters the classes of its parameters
     * @param key of a new table, or of what a collector makes, the class of its keys if that has no {@code hashCode} of its own
     */
    record Use(String owner, String member, List<String> parameters, String key) {}

    /** A {@code package-info.java}. */
    record PackageInfo(String name, String module, Path file, String text) {

        @Override
        public String toString() {
            return module + ": " + name;
        }
    }

    private final Path root;
    private final SortedMap<String, Type> types = new TreeMap<>();
    private final List<PackageInfo> packageInfos = new ArrayList<>();
    private final SortedSet<String> settable = new TreeSet<>();

    private Sources(Path root) {
        this.root = root;
    }

    /** Those of all modules in {@code root}, and in the folders of it. */
    static Sources in(Path root) throws IOException {
        Sources sources = new Sources(root);
        sources.readJava();
        sources.readKotlin();
        sources.types.values().forEach(type -> {
            type.needed.retainAll(sources.types.keySet());
            type.needed.remove(type.name);
        });
        return sources;
    }

    /** The folders of all modules that have main code. */
    static List<Path> modules(Path root) throws IOException {
        try (Stream<Path> folders = Files.walk(root, 2)) {
            return folders.filter(folder -> Files.isDirectory(folder.resolve(MAIN)))
                    .sorted()
                    .toList();
        }
    }

    /** The Java files of a module that people write, and the tables and templates of the files that the build makes. */
    static List<Path> writtenIn(Path module) throws IOException {
        List<Path> written = new ArrayList<>(files(module.resolve(MAIN), ".java"));
        written.addAll(files(module.resolve(TABLES_OF_CALLS), ".xml"));
        written.addAll(files(module.resolve(TABLES_OF_CALLS), ".ftl"));
        return written;
    }

    /** The files that the build makes of others, if it has run. */
    static List<Path> madeIn(Path root, Path module) throws IOException {
        List<Path> made = new ArrayList<>(files(module.resolve(MADE), ".java"));
        made.addAll(
                files(root.resolve(MADE_FIRST).resolve(root.relativize(module)).resolve(MAIN), ".java"));
        return made;
    }

    static String packageOf(String type) {
        return type.substring(0, Math.max(0, type.lastIndexOf('.')));
    }

    /** Also what class files say, where nothing in the source has the name of a class that it needs, such as that of a lambda. */
    Sources with(Collection<JavaClass> classes) {
        for (JavaClass type : classes) {
            Type from = types.get(topLevel(type));
            if (from != null) {
                type.getDirectDependenciesFromSelf().stream()
                        .map(dependency -> topLevel(dependency.getTargetClass().getBaseComponentType()))
                        .filter(target -> types.containsKey(target) && !target.equals(from.name))
                        .forEach(from.needed::add);
            }
        }
        return this;
    }

    private static String topLevel(JavaClass type) {
        int nested = type.getName().indexOf('$');
        return nested < 0 ? type.getName() : type.getName().substring(0, nested);
    }

    Collection<Type> types() {
        return types.values();
    }

    Type type(String name) {
        return types.get(name);
    }

    List<PackageInfo> packageInfos() {
        return packageInfos;
    }

    /** Static fields that aren't final, as {@code mpi.MPI.DEBUG}. */
    SortedSet<String> settable() {
        return settable;
    }

    private void readJava() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            // Where a library is not on the class path of the tests, javac says so, and reads on.
            List<String> options = List.of("-proc:none", "-Xlint:none", "--should-stop=ifError=FLOW");
            Iterable<? extends JavaFileObject> java = files.getJavaFileObjectsFromPaths(files(".java").stream()
                    .filter(file -> !file.endsWith("module-info.java"))
                    .toList());
            JavacTask task = (JavacTask) compiler.getTask(null, files, problem -> {}, options, null, java);
            List<CompilationUnitTree> units = new ArrayList<>();
            task.parse().forEach(units::add);
            task.analyze();
            for (CompilationUnitTree unit : units) {
                Path file = Path.of(unit.getSourceFile().toUri());
                if (file.endsWith(PACKAGE_INFO + ".java")) {
                    packageInfos.add(new PackageInfo(
                            unit.getPackageName().toString(), moduleOf(file), file, Files.readString(file)));
                }
                new Reader(task, moduleOf(file)).scan(unit, null);
            }
        }
    }

    private void readKotlin() throws IOException {
        for (Path file : files(".kt")) {
            String text = Files.readString(file);
            Matcher name = KOTLIN_PACKAGE.matcher(text);
            if (name.find()) {
                String fileName = file.getFileName().toString();
                Type type = type(
                        name.group(1) + "." + fileName.substring(0, fileName.length() - ".kt".length()),
                        moduleOf(file),
                        false);
                KOTLIN_IMPORT.matcher(text).results().forEach(each -> type.needed.add(each.group(1)));
            }
        }
    }

    private List<Path> files(String ending) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path module : modules(root)) {
            found.addAll(files(module.resolve(MAIN), ending));
            madeIn(root, module).stream()
                    .filter(file -> file.toString().endsWith(ending))
                    .forEach(found::add);
        }
        return found;
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    private String moduleOf(Path file) {
        Path folder = root.toAbsolutePath()
                .normalize()
                .relativize(file.toAbsolutePath().normalize());
        String whole = folder.toString().replace('\\', '/');
        String path = whole.startsWith(MADE_FIRST) ? whole.substring(MADE_FIRST.length() + 1) : whole;
        int end = path.indexOf("/" + MAIN + "/");
        return path.substring(0, end < 0 ? path.indexOf("/" + MADE + "/") : end);
    }

    private Type type(String name, String module, boolean java) {
        return types.computeIfAbsent(name, each -> new Type(each, module, java));
    }

    /** Reads a file. */
    private final class Reader extends TreePathScanner<Void, Void> {

        private final Trees trees;
        private final Types types;
        private final Elements elements;
        private final String module;
        private Type current;

        Reader(JavacTask task, String module) {
            this.trees = Trees.instance(task);
            this.types = task.getTypes();
            this.elements = task.getElements();
            this.module = module;
        }

        @Override
        public Void visitPackage(PackageTree tree, Void unused) {
            current = type(tree.getPackageName() + "." + PACKAGE_INFO, module, true);
            return scan(tree.getAnnotations(), unused);
        }

        @Override
        public Void visitImport(ImportTree tree, Void unused) {
            return null;
        }

        @Override
        public Void visitClass(ClassTree tree, Void unused) {
            Element element = trees.getElement(getCurrentPath());
            if (isTopLevel(element)) {
                current = type(name(element), module, true);
            }
            scan(tree.getModifiers(), unused);
            scan(tree.getTypeParameters(), unused);
            scan(tree.getExtendsClause(), unused);
            scan(tree.getImplementsClause(), unused);
            return scan(tree.getMembers(), unused);
        }

        @Override
        public Void visitVariable(VariableTree tree, Void unused) {
            Element element = trees.getElement(getCurrentPath());
            if (element.getKind() == ElementKind.FIELD) {
                Set<Modifier> modifiers = element.getModifiers();
                if (modifiers.contains(Modifier.STATIC) && !modifiers.contains(Modifier.FINAL)) {
                    settable.add(name(element.getEnclosingElement()) + "." + element.getSimpleName());
                }
            }
            return super.visitVariable(tree, unused);
        }

        @Override
        public Void visitIdentifier(IdentifierTree tree, Void unused) {
            needNamed();
            return super.visitIdentifier(tree, unused);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
            needNamed();
            needTypeOf(tree.getExpression());
            return super.visitMemberSelect(tree, unused);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
            use(trees.getElement(getCurrentPath()), "");
            needTypeOf(tree.getQualifierExpression());
            return super.visitMemberReference(tree, unused);
        }

        @Override
        public Void visitNewClass(NewClassTree tree, Void unused) {
            use(trees.getElement(getCurrentPath()), identityKey(trees.getTypeMirror(getCurrentPath())));
            return super.visitNewClass(tree, unused);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
            // A collector into a set or a map.
            if (trees.getTypeMirror(getCurrentPath()) instanceof DeclaredType made
                    && name(made.asElement()).equals(Collector.class.getName())
                    && made.getTypeArguments().size() == COLLECTOR_PARAMETERS) {
                String key = identityKey(made.getTypeArguments().get(COLLECTOR_PARAMETERS - 1));
                if (!key.isEmpty()) {
                    use(trees.getElement(new TreePath(getCurrentPath(), tree.getMethodSelect())), key);
                }
            }
            return super.visitMethodInvocation(tree, unused);
        }

        private void use(Element element, String key) {
            if (element instanceof ExecutableElement method) {
                current.uses.add(new Use(
                        name(method.getEnclosingElement()),
                        method.getSimpleName().toString(),
                        method.getParameters().stream()
                                .map(parameter ->
                                        types.erasure(parameter.asType()).toString())
                                .toList(),
                        key));
            }
        }

        /** Of a set or a map, the class of its keys if that has no {@code hashCode} of its own; else nothing. */
        private String identityKey(TypeMirror table) {
            if (table instanceof DeclaredType type
                    && TABLES.contains(name(type.asElement()))
                    && !type.getTypeArguments().isEmpty()) {
                TypeMirror key = type.getTypeArguments().get(0);
                return hasHashCode(key) ? "" : types.erasure(key).toString();
            }
            return "";
        }

        private boolean hasHashCode(TypeMirror key) {
            return types.erasure(key) instanceof DeclaredType type
                    && elements.getAllMembers((TypeElement) type.asElement()).stream()
                            .filter(member -> member.getSimpleName().contentEquals("hashCode")
                                    && ((ExecutableElement) member)
                                            .getParameters()
                                            .isEmpty())
                            .noneMatch(member -> WITH_IDENTITY.contains(name(member.getEnclosingElement())));
        }

        private void needNamed() {
            Element element = trees.getElement(getCurrentPath());
            use(element, "");
            if (element instanceof TypeElement
                    || element != null && element.getModifiers().contains(Modifier.STATIC)) {
                need(element);
            }
        }

        /** That of an object whose member is used, though nothing may name it. */
        private void needTypeOf(ExpressionTree object) {
            if (trees.getTypeMirror(new TreePath(getCurrentPath(), object)) instanceof DeclaredType type) {
                need(type.asElement());
            }
        }

        private void need(Element element) {
            Element outer = element;
            while (outer != null && !isTopLevel(outer)) {
                outer = outer.getEnclosingElement();
            }
            if (outer != null) {
                current.needed.add(name(outer));
            }
        }

        private static boolean isTopLevel(Element element) {
            return element instanceof TypeElement
                    && element.getEnclosingElement() != null
                    && element.getEnclosingElement().getKind() == ElementKind.PACKAGE;
        }

        private static String name(Element type) {
            return ((TypeElement) type).getQualifiedName().toString();
        }
    }
}
