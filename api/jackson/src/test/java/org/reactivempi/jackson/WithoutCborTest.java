package org.reactivempi.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Programs without the CBOR format on their class path: the same classes, loaded again without it. */
class WithoutCborTest {

    /** What the other class loader makes and runs. */
    public static final class Json implements Supplier<String> {

        @Override
        public String get() {
            Samples.Point point = new Samples.Point(1, 2);
            return Samples.roundTrip(JacksonCodecs.json(Samples.Point.class), point)
                    .toString();
        }
    }

    /** This as well. */
    public static final class Cbor implements Supplier<String> {

        @Override
        public String get() {
            return JacksonCodecs.cbor(Samples.Point.class).toString();
        }
    }

    @Test
    @DisplayName("TYP-5 without the CBOR format on the class path JSON works, and CBOR says what is missing")
    void optional() throws Exception {
        try (URLClassLoader loader = new URLClassLoader(classPathWithoutCbor(), ClassLoader.getPlatformClassLoader())) {
            assertThat(make(loader, Json.class).get()).isEqualTo("Point[x=1, y=2]");
            assertThatThrownBy(make(loader, Cbor.class)::get)
                    .hasMessage("CBOR needs tools.jackson.dataformat:jackson-dataformat-cbor on the class path");
        }
    }

    private static Supplier<?> make(ClassLoader loader, Class<?> type) throws ReflectiveOperationException {
        return (Supplier<?>)
                loader.loadClass(type.getName()).getDeclaredConstructor().newInstance();
    }

    private static URL[] classPathWithoutCbor() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!entry.contains("cbor")) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }
}
