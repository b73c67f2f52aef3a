package org.reactivempi.transport.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.launcher.Launcher;

/** What a shell on another host does; the host is this one. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RemoteShellTest {

    /** An address of this host that the launcher does not know as its own. */
    private static final String ELSEWHERE = "127.0.0.2";

    @TempDir
    Path directory;

    private Process run(Map<String, String> environment, String... command) throws IOException {
        Process shell = new ProcessBuilder("sh").redirectErrorStream(true).start();
        OutputStream in = shell.getOutputStream();
        in.write(RemoteShell.script(directory, environment, List.of(command)).getBytes(StandardCharsets.UTF_8));
        in.flush();
        return shell;
    }

    private static String output(Process shell) throws IOException {
        return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("the shell on another host has the words as they are, whatever is in them, and no input for the rank")
    void words() throws Exception {
        String nasty = "it's $HOME `x` \"y\" \\ \n end";
        Process shell = run(
                Map.of("WORD", nasty, "NOT A NAME", "x"), "sh", "-c", "printf %s \"$WORD$1\"; pwd; cat", "0", nasty);
        assertThat(output(shell)).isEqualTo(nasty + nasty + directory.toRealPath() + "\n");
        assertThat(shell.waitFor()).isZero();
        assertThat(RemoteShell.SSH.command("alpha"))
                .endsWith("alpha", "exec sh")
                .doesNotContain("WORD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit 0", "exit 7", "kill -9 $$"})
    @DisplayName("the shell ends as the rank does, also by a signal")
    void code(String script) throws Exception {
        Process shell = run(Map.of(), "sh", "-c", script);
        int expected = new ProcessBuilder("sh", "-c", script).start().waitFor();
        assertThat(output(shell)).isEmpty();
        assertThat(shell.waitFor()).isEqualTo(expected);
    }

    @Test
    @DisplayName("a rank and its children end with the connection, though it has never joined the job")
    void connectionEnds() throws Exception {
        Process shell = run(Map.of(), "sh", "-c", "sleep 1000 & echo $! $$; wait");
        String[] pids = shell.inputReader().readLine().split(" ");
        shell.getOutputStream().close();
        for (String pid : pids) {
            ended(pid);
        }
        assertThat(shell.waitFor()).isEqualTo(143);
    }

    private static void ended(String pid) {
        ProcessHandle.of(Long.parseLong(pid))
                .ifPresent(process -> process.onExit().join());
    }

    /** Like ssh, it takes nothing of the environment along. */
    private Path agent() throws IOException {
        Path agent = Files.writeString(
                directory.resolve("agent"), "#!/bin/sh\nshift\nexec env -i PATH=\"$PATH\" BY_SSH=1 sh -c \"$*\"\n");
        assertThat(agent.toFile().setExecutable(true)).isTrue();
        return agent;
    }

    private Process launch(String... words) throws IOException {
        return launcher(words).start();
    }

    private ProcessBuilder launcher(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Launcher.class.getName(),
                "--ssh",
                agent().toString(),
                "--host",
                ELSEWHERE));
        command.addAll(List.of(words));
        return new ProcessBuilder(command);
    }

    @Test
    @DisplayName(
            "of the launcher's environment, a rank on another host has the settings, and what was asked for, alone: credentials stay where they are")
    void environment() throws Exception {
        ProcessBuilder launcher = launcher("--env", "ASKED=for", "--channel", "tcp", "sh", "-c", "env -0");
        launcher.environment()
                .putAll(Map.of(
                        "AWS_SECRET_ACCESS_KEY", "a credential",
                        "DATABASE_PASSWORD", "another",
                        "PMI_CREDENTIAL", "of a job around this one",
                        "REACTIVE_MPI_TOKEN", "no setting",
                        "REACTIVEMPI_WAITING", "sleep"));
        Process running = launcher.start();
        Map<String, String> seen = new TreeMap<>();
        for (String line : output(running).split("\0")) {
            String[] words = line.split("=", 2);
            seen.put(words[0], words[1]);
        }
        assertThat(running.waitFor()).isZero();

        assertThat(seen)
                .containsEntry("BY_SSH", "1")
                .containsEntry("ASKED", "for")
                .containsEntry("REACTIVEMPI_WAITING", "sleep")
                .containsEntry("REACTIVEMPI_CHANNEL", "tcp");
        seen.keySet().removeIf(name -> name.startsWith("REACTIVEMPI_"));
        // What a shell sets by itself is of that host.
        seen.keySet().removeAll(List.of("PWD", "OLDPWD", "SHLVL", "_"));
        assertThat(seen)
                .containsOnlyKeys(
                        "ASKED",
                        "BY_SSH",
                        "MPI_APPNUM",
                        "MPI_APP_RANKS",
                        "MPI_LOCALNRANKS",
                        "MPI_LOCALRANKID",
                        "PATH",
                        "PMI_ID",
                        "PMI_PORT",
                        "PMI_TOKEN");
    }

    @Test
    @DisplayName("LIF-3 a rank elsewhere that was killed is told by its signal, not as a host that is not reached")
    void killed() throws Exception {
        Process launcher = launch("sh", "-c", "kill -9 $$");
        assertThat(launcher.errorReader().readLine()).contains("rank 0 was killed by signal 9");
        assertThat(launcher.waitFor()).isEqualTo(137);
    }

    @Test
    @DisplayName("a rank elsewhere that is no program of ours ends with a launcher that was killed")
    void launcherKilled() throws Exception {
        Process launcher = launch("sh", "-c", "echo $$; exec sleep 1000");
        String pid = launcher.inputReader().readLine();
        launcher.destroyForcibly();
        ended(pid);
    }
}
