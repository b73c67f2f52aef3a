package org.reactivempi.examples.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.fixtures.hosts.Hosts;

/** The manifests for Kubernetes: each field is one that there is, and pods that have their environment are ranks of a job. */
class KubernetesTest {

    private static final Path MANIFESTS = Path.of("kubernetes");
    private static final long LIMIT_SECONDS = 120;
    private static final Map<String, Class<? extends KubernetesResource>> KINDS =
            Map.of("v1/Service", Service.class, "batch/v1/Job", Job.class, "apps/v1/StatefulSet", StatefulSet.class);

    /** The model keeps fields that it does not know; without its way to do so they are errors. */
    private static final ObjectMapper STRICT = JsonMapper.builder(new YAMLFactory())
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            })
            .build();

    @TempDir
    Path directory;

    private static Map<String, KubernetesResource> resources(String manifest) throws IOException {
        Map<String, KubernetesResource> resources = new LinkedHashMap<>();
        for (JsonNode each :
                STRICT.readerFor(JsonNode.class).<JsonNode>readValues(manifest).readAll()) {
            String kind =
                    each.get("apiVersion").asText() + "/" + each.get("kind").asText();
            assertThat(KINDS).containsKey(kind);
            resources.put(kind, STRICT.treeToValue(each, KINDS.get(kind)));
        }
        return resources;
    }

    private static String manifest(String name) throws IOException {
        return Files.readString(MANIFESTS.resolve(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"job.yaml", "statefulset.yaml"})
    @DisplayName("every field of a manifest is one of Kubernetes, and its service leads to its pods by their own names")
    void fields(String name) throws IOException {
        Map<String, KubernetesResource> resources = resources(manifest(name));
        assertThat(resources).hasSize(2);
        Service service = (Service) resources.get("v1/Service");
        assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
        assertThat(service.getSpec().getPublishNotReadyAddresses()).isTrue();
        if (resources.get("batch/v1/Job") instanceof Job job) {
            assertThat(job.getSpec().getTemplate().getSpec().getSubdomain())
                    .isEqualTo(service.getMetadata().getName());
            assertThat(service.getSpec().getSelector())
                    .containsEntry("job-name", job.getMetadata().getName());
        } else {
            StatefulSet set = (StatefulSet) resources.get("apps/v1/StatefulSet");
            assertThat(set.getSpec().getServiceName())
                    .isEqualTo(service.getMetadata().getName());
            assertThat(set.getSpec().getTemplate().getMetadata().getLabels())
                    .containsAllEntriesOf(service.getSpec().getSelector())
                    .containsAllEntriesOf(set.getSpec().getSelector().getMatchLabels());
        }
    }

    @Test
    @DisplayName("a field that Kubernetes does not have fails this test")
    void unknownField() throws IOException {
        String wrong = manifest("job.yaml").replace("completionMode:", "completionMood:");
        assertThatThrownBy(() -> resources(wrong)).hasMessageContaining("completionMood");
    }

    private static List<String> command(Container container) {
        List<String> words = new ArrayList<>(container.getCommand());
        assertThat(words.subList(0, 3)).containsExactly("java", "-cp", "/app/*");
        words.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.set(2, System.getProperty("java.class.path"));
        words.add(1, "-XX:TieredStopAtLevel=1");
        return words;
    }

    /** As the kubelet fills it in. */
    private static Map<String, String> environment(Container container, int index) {
        Map<String, String> environment = new HashMap<>();
        for (EnvVar variable : container.getEnv()) {
            environment.put(
                    variable.getName(), variable.getValue() != null ? variable.getValue() : found(variable, index));
        }
        return environment;
    }

    private static String found(EnvVar variable, int index) {
        if (variable.getValueFrom().getSecretKeyRef() != null) {
            return "what the secret of this job's namespace says";
        }
        String field = variable.getValueFrom().getFieldRef().getFieldPath();
        return switch (field) {
            case "metadata.annotations['batch.kubernetes.io/job-completion-index']" -> Integer.toString(index);
            case "status.podIP" -> Hosts.address(index + 1);
            default -> throw new AssertionError("what is " + field);
        };
    }

    @Test
    @Tag("long")
    @DisplayName("MBR-1 pods of the Job are its ranks, in whatever order they start, also one whose name is known late")
    void pods() throws Exception {
        assumeTrue(Hosts.available(), "this machine gives no network namespaces");
        Job job = (Job) resources(manifest("job.yaml")).get("batch/v1/Job");
        int size = job.getSpec().getCompletions();
        Container container =
                job.getSpec().getTemplate().getSpec().getContainers().get(0);
        List<Process> pods = new ArrayList<>();
        try (Hosts hosts = Hosts.up(size, directory)) {
            for (int index : new int[] {2, 0, 3, 1}) {
                if (index == 1) {
                    // The others have asked for it in vain, and the JVM remembers that for 10 s.
                    Thread.sleep(3000);
                }
                hosts.alias(index + 1, "pi-" + index + ".pi");
                ProcessBuilder builder = new ProcessBuilder(hosts.on(index + 1, command(container)))
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("pod" + index).toFile());
                builder.environment().putAll(environment(container, index));
                pods.add(builder.start());
            }
            for (Process pod : pods) {
                assertThat(pod.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                        .as(() -> said(size))
                        .isTrue();
                assertThat(pod.exitValue()).as(() -> said(size)).isZero();
            }
            assertThat(said(size)).contains("pi is 3.14159").contains(size + " ranks");
        } finally {
            pods.forEach(Process::destroyForcibly);
        }
    }

    private String said(int size) {
        StringBuilder all = new StringBuilder();
        for (int index = 0; index < size; index++) {
            try {
                all.append(Files.readString(directory.resolve("pod" + index), StandardCharsets.UTF_8));
            } catch (IOException e) {
                all.append(e).append('\n');
            }
        }
        return all.toString();
    }
}
