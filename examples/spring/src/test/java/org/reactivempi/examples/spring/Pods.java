package org.reactivempi.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.reactivempi.transport.fixtures.hosts.Hosts;

/** Pods of one manifest, each a network namespace that has the environment and the name of a pod. */
final class Pods implements AutoCloseable {

    private final Hosts hosts;
    private final Container container;
    private final String name;
    private final Path directory;
    private final Map<Integer, Process> running = new TreeMap<>();

    /**
     * No pod yet.
     *
     * @param count how many addresses there are
     * @param container what the pods run
     * @param name of the pods, without their index, and of their service
     * @param directory for what they say
     */
    Pods(int count, Container container, String name, Path directory) throws IOException, InterruptedException {
        this.hosts = Hosts.up(count, directory);
        this.container = container;
        this.name = name;
        this.directory = directory;
    }

    /** Starts a pod at the first address that none has had; its name leads there from now on. */
    Process start(int index) throws IOException {
        return start(index, index + 1);
    }

    /** Starts a pod at the address of a host. */
    Process start(int index, int host) throws IOException {
        hosts.alias(host, name + "-" + index + "." + name);
        ProcessBuilder builder = new ProcessBuilder(hosts.on(host, command()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output(index).toFile()));
        for (EnvVar variable : container.getEnv()) {
            builder.environment()
                    .put(
                            variable.getName(),
                            variable.getValue() != null ? variable.getValue() : found(variable, index, host));
        }
        Process pod = builder.start();
        running.put(index, pod);
        return pod;
    }

    private List<String> command() {
        List<String> words = new ArrayList<>(container.getCommand());
        assertThat(words.subList(0, 3)).containsExactly("java", "-cp", "/app/*");
        words.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.set(2, System.getProperty("java.class.path"));
        words.add(1, "-XX:TieredStopAtLevel=1");
        return words;
    }

    /** As the kubelet fills it in. */
    private static String found(EnvVar variable, int index, int host) {
        if (variable.getValueFrom().getSecretKeyRef() != null) {
            return "what the secret of this job's namespace says";
        }
        String field = variable.getValueFrom().getFieldRef().getFieldPath();
        return switch (field) {
            case "metadata.annotations['batch.kubernetes.io/job-completion-index']",
                    "metadata.labels['apps.kubernetes.io/pod-index']" -> Integer.toString(index);
            case "status.podIP" -> Hosts.address(host);
            default -> throw new AssertionError("what is " + field);
        };
    }

    /** The pods that were started last, by their indices. */
    Iterable<Process> running() {
        return running.values();
    }

    /** Words that run a command next to a pod that stands at the address of a host. */
    List<String> beside(int host, String script) {
        return hosts.on(host, List.of("bash", "-c", script));
    }

    private Path output(int index) {
        return directory.resolve("pod" + index);
    }

    /** What all pods have said, for an assertion's text. */
    String said() {
        StringBuilder all = new StringBuilder();
        for (int index : running.keySet()) {
            try {
                all.append(Files.readString(output(index), StandardCharsets.UTF_8));
            } catch (IOException e) {
                all.append(e).append('\n');
            }
        }
        return all.toString();
    }

    @Override
    public void close() {
        running.values().forEach(Process::destroyForcibly);
        hosts.close();
    }
}
