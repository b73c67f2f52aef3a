package org.reactivempi.examples.spring;

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
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.fixtures.hosts.Hosts;

/** The manifests for Kubernetes: each field is one that there is, and pods that have their environment are ranks of a job. */
@Timeout(value = 150, unit = TimeUnit.SECONDS)
class KubernetesTest {

    private static final Path MANIFESTS = Path.of("..", "kubernetes");
    private static final long LIMIT_SECONDS = 120;
    private static final int ENDED_BY_SIGTERM = 143;

    /** Asks rank 0's web server, once that is there, for darts and for the states of the ranks. */
    private static final String STATES = """
            until exec 3<>/dev/tcp/127.0.0.1/8080; do sleep 0.2; done 2>/dev/null
            exec 4<>/dev/tcp/127.0.0.1/8080
            printf 'GET /stream?darts=1000 HTTP/1.0\r\n\r\n' >&4
            cat <&4 >/dev/null &
            printf 'GET /state HTTP/1.0\r\n\r\n' >&3
            timeout 120 cat <&3
            """;

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

    @Test
    @Tag("long")
    @DisplayName("MBR-1 pods of the Job are its ranks, in whatever order they start, also one whose name is known late")
    void pods() throws Exception {
        assumeTrue(Hosts.available(), "this machine gives no network namespaces");
        Job job = (Job) resources(manifest("job.yaml")).get("batch/v1/Job");
        int size = job.getSpec().getCompletions();
        Container container =
                job.getSpec().getTemplate().getSpec().getContainers().get(0);
        try (Pods pods = new Pods(size, container, "pi", directory)) {
            for (int index : new int[] {2, 0, 3, 1}) {
                if (index == 1) {
                    // The others have asked for it in vain, and the JVM remembers that for 10 s.
                    Thread.sleep(3000);
                }
                pods.start(index);
            }
            for (Process pod : pods.running()) {
                assertThat(pod.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                        .as(pods::said)
                        .isTrue();
                assertThat(pod.exitValue()).as(pods::said).isZero();
            }
            assertThat(pods.said()).contains("pi is 3.14159").contains(size + " ranks");
        }
    }

    @Test
    @Tag("long")
    @DisplayName(
            "MBR-3, MBR-5 a pod of the StatefulSet that is killed comes again with another address, and the application goes on; SIGTERM ends it")
    void restarted() throws Exception {
        assumeTrue(Hosts.available(), "this machine gives no network namespaces");
        StatefulSet set = (StatefulSet) resources(manifest("statefulset.yaml")).get("apps/v1/StatefulSet");
        int size = set.getSpec().getReplicas();
        PodSpec spec = set.getSpec().getTemplate().getSpec();
        try (Pods pods = new Pods(size + 1, spec.getContainers().get(0), "spring", directory)) {
            pods.start(3);
            pods.start(1);
            pods.start(0);
            Process killed = pods.start(2);
            Process asking = new ProcessBuilder(pods.beside(1, STATES)).start();
            try (BufferedReader states = asking.inputReader(StandardCharsets.UTF_8)) {
                awaitBatches(pods, states, killed);
                killed.destroyForcibly();
                awaitBatches(pods, states, pods.start(2, size + 1));
            } finally {
                asking.destroyForcibly();
            }
            for (Process pod : pods.running()) {
                assertThat(pod.isAlive()).as(pods::said).isTrue();
                pod.destroy();
            }
            for (Process pod : pods.running()) {
                assertThat(pod.waitFor(spec.getTerminationGracePeriodSeconds(), TimeUnit.SECONDS))
                        .as(pods::said)
                        .isTrue();
                assertThat(pod.exitValue()).as(pods::said).isEqualTo(ENDED_BY_SIGTERM);
            }
        }
    }

    /** Until rank 2 is this process, and all that compute have sent batches. */
    private static void awaitBatches(Pods pods, BufferedReader states, Process two) throws IOException {
        for (String line = states.readLine(); line != null; line = states.readLine()) {
            // Of an event, the data has a chunk, and so a line, of its own.
            if (line.startsWith("[")) {
                JsonNode ranks = STRICT.readTree(line);
                boolean all = IntStream.range(1, ranks.size())
                        .allMatch(rank -> ranks.get(rank).get("batches").asLong() > 0);
                if (all && ranks.path(2).path("pid").asLong() == two.pid()) {
                    return;
                }
            }
        }
        throw new AssertionError("the stream has ended: " + pods.said());
    }
}
