package mpi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The members of an API, by a list of our own making: what a program that is written against it refers to. Can be written as sources of
 * classes whose methods do nothing, and as the source of a program that uses each member.
 */
final class Members {

    static final String OPEN_MPI = "/members/open-mpi.txt";
    static final String MPIJAVA = "/members/mpijava.txt";

    /** Of these, calls have an effect before {@code Init}. */
    private static final Set<String> WITH_EFFECT = Set.of("Init", "InitThread", "initThread", "Finalize");

    /** Those of {@code Object} and {@code Comparable}. */
    private static final Set<String> WITHOUT_THROWS = Set.of("clone", "equals", "compareTo");

    /**
     * A field, a method or a constructor.
     *
     * @param owner as in {@code mpi/Struct$Data}
     * @param name {@code <init>} for a constructor
     */
    record Member(
            boolean isStatic, boolean isProtected, boolean isField, String owner, String name, String descriptor) {

        boolean isConstructor() {
            return name.equals("<init>");
        }

        boolean isInner() {
            return owner.indexOf('$') > 0;
        }

        /** As it is found in pages, {@code Comm.send}. */
        String shortName() {
            return owner.substring(owner.indexOf('/') + 1).replace('$', '.') + "." + name;
        }

        @Override
        public String toString() {
            return (isStatic ? "static " : "") + owner + "." + name + " " + descriptor;
        }
    }

    private final List<Member> all = new ArrayList<>();
    private final Map<String, String> classes = new LinkedHashMap<>();

    private Members() {}

    static Members of(String list) {
        Members members = new Members();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Members.class.getResourceAsStream(list), list), StandardCharsets.UTF_8))) {
            lines.lines().filter(line -> !line.startsWith("#")).forEach(members::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return members;
    }

    private void add(String line) {
        List<String> words = List.of(line.split(" "));
        if (words.get(0).equals("class")) {
            classes.put(words.get(1), words.size() > 2 ? words.get(3) : "");
            return;
        }
        int count = words.size();
        all.add(new Member(
                words.contains("static"),
                words.contains("protected"),
                words.contains("field"),
                words.get(count - 3),
                words.get(count - 2),
                words.get(count - 1)));
    }

    List<Member> all() {
        return all;
    }

    Set<String> classes() {
        return classes.keySet();
    }

    /** Sources of the API's classes, by file name; their methods do nothing. */
    Map<String, String> stubs() {
        Map<String, String> sources = new LinkedHashMap<>();
        for (String owner : classes.keySet()) {
            if (owner.indexOf('$') < 0) {
                sources.put(owner + ".java", "package mpi;\n" + stub(owner));
            }
        }
        return sources;
    }

    private String stub(String owner) {
        String name = owner.substring(Math.max(owner.lastIndexOf('/'), owner.lastIndexOf('$')) + 1);
        boolean isInterface = name.equals("Freeable");
        boolean isException = name.equals("MPIException");
        String parent = isException ? "Exception" : javaName(classes.get(owner));
        boolean isAbstract = name.equals("Struct") || owner.equals("mpi/Struct$Data");
        StringBuilder source = new StringBuilder("public ")
                .append(isAbstract ? "abstract " : "")
                .append(isInterface ? "interface " : "class ")
                .append(name)
                .append(parent.isEmpty() ? "" : " extends " + parent)
                .append(" {\n");
        boolean hasEmptyConstructor = false;
        for (Member member : all) {
            if (member.owner().equals(owner) && !(member.isConstructor() && member.isInner())) {
                hasEmptyConstructor |=
                        member.isConstructor() && member.descriptor().equals("()V");
                source.append("    ")
                        .append(declaration(member, name, isInterface))
                        .append('\n');
            }
        }
        if (!isInterface && !hasEmptyConstructor) {
            source.append("    protected ").append(name).append("() {}\n");
        }
        for (String inner : classes.keySet()) {
            if (inner.startsWith(owner + "$")) {
                source.append(stub(inner));
            }
        }
        return source.append("}\n").toString();
    }

    private static String declaration(Member member, String className, boolean isInterface) {
        String access = (member.isProtected() ? "protected " : "public ") + (member.isStatic() ? "static " : "");
        if (member.isField()) {
            return access + javaName(ClassDesc.ofDescriptor(member.descriptor())) + " " + member.name() + ";";
        }
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(member.descriptor());
        StringBuilder parameters = new StringBuilder();
        for (int i = 0; i < type.parameterCount(); i++) {
            parameters
                    .append(i == 0 ? "" : ", ")
                    .append(javaName(type.parameterType(i)))
                    .append(" a")
                    .append(i);
        }
        String result = member.isConstructor() ? className : javaName(type.returnType()) + " " + member.name();
        String thrown = member.isConstructor() || WITHOUT_THROWS.contains(member.name()) ? "" : " throws MPIException";
        return access + result + "(" + parameters + ")" + thrown + (isInterface ? ";" : " { throw new Error(); }");
    }

    /** The source of a program with a method for each member that refers to it. */
    String program(String name) {
        StringBuilder source = new StringBuilder("import mpi.*;\npublic class " + name + " {\n");
        for (int i = 0; i < all.size(); i++) {
            Member member = all.get(i);
            if (!member.isProtected() && !(member.isConstructor() && member.isInner())) {
                source.append("    public static Object use")
                        .append(i)
                        .append("() throws Throwable { ")
                        .append(use(member))
                        .append(" }\n");
            }
        }
        return source.append("}\n").toString();
    }

    private String use(Member member) {
        String type = javaName(member.owner());
        String target = member.isStatic() ? type : "((" + type + ") null)";
        if (member.isField()) {
            return "return " + target + "." + member.name() + ";";
        }
        MethodTypeDesc descriptor = MethodTypeDesc.ofDescriptor(member.descriptor());
        StringBuilder arguments = new StringBuilder("(");
        for (int i = 0; i < descriptor.parameterCount(); i++) {
            ClassDesc parameter = descriptor.parameterType(i);
            arguments.append(i == 0 ? "" : ", ");
            arguments.append("(").append(javaName(parameter)).append(") ").append(nothing(parameter));
        }
        arguments.append(")");
        if (member.isConstructor()) {
            boolean isAbstract = Set.of("mpi/Struct", "mpi/UserFunction", "mpi/User_function")
                    .contains(member.owner());
            return "return new " + type + arguments + (isAbstract ? anonymousBody(member.owner()) : "") + ";";
        }
        String call = target + "." + member.name() + arguments;
        boolean hasResult = !descriptor.returnType().descriptorString().equals("V");
        String guarded = WITH_EFFECT.contains(member.name()) ? "if (System.nanoTime() == 0) { " + call + "; } " : "";
        if (!guarded.isEmpty()) {
            return guarded + "return null;";
        }
        return hasResult ? javaName(descriptor.returnType()) + " r = " + call + "; return r;" : call + "; return null;";
    }

    private static String anonymousBody(String owner) {
        return switch (owner) {
            case "mpi/Struct" -> " { @Override protected Struct.Data newData() { return null; } }";
            case "mpi/User_function" ->
                " { @Override public void Call(Object a, int i, Object b, int j, int n, Datatype d) {} }";
            default -> " {}";
        };
    }

    private static String nothing(ClassDesc type) {
        return switch (type.descriptorString()) {
            case "Z" -> "false";
            case "B", "C", "S", "I", "J", "F", "D" -> "0";
            default -> "null";
        };
    }

    private static String javaName(String internal) {
        return internal.replace('/', '.').replace('$', '.');
    }

    private static String javaName(ClassDesc type) {
        if (type.isArray()) {
            return javaName(type.componentType()) + "[]";
        }
        if (type.isPrimitive()) {
            return type.displayName();
        }
        String descriptor = type.descriptorString();
        return javaName(descriptor.substring(1, descriptor.length() - 1));
    }
}
