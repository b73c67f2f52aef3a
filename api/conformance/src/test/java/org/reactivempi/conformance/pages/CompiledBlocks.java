package org.reactivempi.conformance.pages;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The Java of all pages, compiled at once, since that takes little longer than compiling one block. Any thread. */
final class CompiledBlocks {

    private static final String[] OPTIONS = {"-Xlint:all,-path,-classfile,-processing", "-proc:none", "--release", "17"
    };

    private final Path folder;
    private final List<JavaBlock> blocks;
    private final String messages;

    private CompiledBlocks(Path folder, List<JavaBlock> blocks, String messages) {
        this.folder = folder;
        this.blocks = blocks;
        this.messages = messages;
    }

    static CompiledBlocks in(Path folder) throws IOException {
        List<JavaBlock> blocks = JavaBlock.all();
        return new CompiledBlocks(folder, blocks, compile(folder, blocks));
    }

    private static String compile(Path folder, List<JavaBlock> blocks) throws IOException {
        StringWriter output = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = Stream.concat(Arrays.stream(OPTIONS), Stream.of("-d", folder.toString()))
                    .toList();
            compiler.getTask(output, files, null, options, null, files.getJavaFileObjects(sources(folder, blocks)))
                    .call();
        }
        return output.toString();
    }

    private static Path[] sources(Path folder, List<JavaBlock> blocks) throws IOException {
        Path[] sources = new Path[blocks.size()];
        for (int i = 0; i < sources.length; i++) {
            JavaBlock block = blocks.get(i);
            sources[i] = Files.writeString(folder.resolve(block.className() + ".java"), block.source());
        }
        return sources;
    }

    /** What the compiler has said: nothing, if all is well. */
    String messages() {
        return messages;
    }

    List<JavaBlock> blocks() {
        return blocks;
    }

    /** Has classes of its own each time, so that nothing static is shared. */
    URLClassLoader loader() throws IOException {
        return new URLClassLoader(new URL[] {folder.toUri().toURL()});
    }
}
