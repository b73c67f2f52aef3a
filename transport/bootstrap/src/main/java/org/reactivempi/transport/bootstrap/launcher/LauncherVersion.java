package org.reactivempi.transport.bootstrap.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} shows; the build writes it into a resource. */
final class LauncherVersion implements IVersionProvider {

    private static final String RESOURCE = "version.txt";

    @Override
    public String[] getVersion() throws IOException {
        try (InputStream in = LauncherVersion.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IOException("the launcher's jar has no " + RESOURCE);
            }
            return new String[] {new String(in.readAllBytes(), StandardCharsets.UTF_8).strip()};
        }
    }
}
