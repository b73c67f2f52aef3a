package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class ProvidersTest {

    @Test
    @DisplayName("without an implementation on the class path the error says what to add")
    void noImplementation() {
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> Mpi.run(new String[0], world -> Mono.empty()))
                .withMessageContaining("org.reactivempi:reactive-mpi-core")
                .satisfies(e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.SESSION));
        StepVerifier.create(Session.start()).verifyError(MpiException.class);
    }

    @Test
    @DisplayName("an implementation whose service file was lost in a fat jar is not to be added")
    void lostServiceFile(@TempDir Path directory) throws Exception {
        Path mark = directory.resolve("META-INF/reactive-mpi/channels");
        Files.createDirectories(mark.getParent());
        Files.createFile(mark);
        List<URL> classPath = new ArrayList<>(List.of(directory.toUri().toURL()));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            classPath.add(Path.of(entry).toUri().toURL());
        }
        try (URLClassLoader fat = new URLClassLoader(classPath.toArray(URL[]::new), null)) {
            Method start = fat.loadClass(Session.class.getName()).getMethod("start");
            Object mono = start.invoke(null);
            Method block = mono.getClass().getMethod("block");
            block.setAccessible(true);
            assertThatExceptionOfType(InvocationTargetException.class)
                    .isThrownBy(() -> block.invoke(mono))
                    .withStackTraceContaining(
                            "the implementation of reactive-mpi is on the class path, but no service file names it")
                    .withStackTraceContaining("META-INF/services/org.reactivempi.SessionProvider");
        }
    }
}
