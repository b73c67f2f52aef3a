package org.reactivempi.transport.bootstrap.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.bootstrap.pmi.ScriptedLauncher.Turn;
import org.reactivempi.transport.bootstrap.programs.Neighbours;

/** Ranks that are processes of their own, born with a socket to a launcher that plays a transcript. */
class InheritedSocketTest {

    private static final long TIMEOUT_SECONDS = 60;
    private static final String SHELL = "/bin/bash";
    private static final String PERL = "/usr/bin/perl";
    private static final String OPENS = "exec 7<>/dev/tcp/$HOST/$PORT; ";
    /** Of the open file, which the shell shares with what it runs. */
    private static final String MAKES_NON_BLOCKING =
            PERL + " -MFcntl -e 'open(F, \"+<&=\", 7) or die; fcntl(F, F_SETFL, O_RDWR | O_NONBLOCK) or die'; ";

    /** What Hydra answers to a rank that is by itself. */
    private static final List<Turn> WHOLE = List.of(
            new Turn(
                    "cmd=init pmi_version=1 pmi_subversion=1",
                    "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n"),
            new Turn("cmd=get_maxes", "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024\n"),
            new Turn("cmd=get_my_kvsname", "cmd=my_kvsname kvsname=JOB\n"),
            new Turn(
                    "cmd=get kvsname=JOB key=PMI_process_mapping",
                    "cmd=get_result rc=0 msg=success value=(vector,(0,1,1))\n"),
            new Turn("cmd=put kvsname=JOB key=addr-0 value=at-0", "cmd=put_result rc=0 msg=success\n"),
            new Turn("cmd=barrier_in", "cmd=barrier_out\n"),
            new Turn(
                    "cmd=get kvsname=JOB key=addr-0",
                    "cmd=get_result rc=0 msg=success value=" + "x".repeat(1024) + "\n"),
            new Turn("cmd=finalize", "cmd=finalize_ack\n"));

    private record Ended(int code, String said) {}

    private static Ended run(ScriptedLauncher launcher, String before, Predicate<String> onClassPath)
            throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of(SHELL)), "no bash");
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(onClassPath)
                .collect(Collectors.joining(File.pathSeparator));
        List<String> words = new ArrayList<>(List.of(SHELL, "-c", OPENS + before + "exec \"$0\" \"$@\""));
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                Neighbours.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        String[] address = launcher.environment(0).get("PMI_PORT").split(":");
        builder.environment().remove("PMI_PORT");
        builder.environment().put("HOST", address[0]);
        builder.environment().put("PORT", address[1]);
        builder.environment().put("PMI_FD", "7");
        builder.environment().put("PMI_RANK", "0");
        builder.environment().put("PMI_SIZE", "1");
        Process rank = builder.start();
        try {
            String said = new String(rank.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(rank.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
            return new Ended(rank.exitValue(), said);
        } finally {
            rank.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", MAKES_NON_BLOCKING})
    @DisplayName("LIF-1 a rank takes the socket that PMI_FD names, be it blocking or not")
    void taken(String before) throws Exception {
        assumeTrue(before.isEmpty() || Files.isExecutable(Path.of(PERL)), "no perl");
        try (ScriptedLauncher launcher = new ScriptedLauncher(WHOLE)) {
            Ended rank = run(launcher, before, part -> true);

            assertThat(rank.said()).contains("rank 0 of 1, 1 here, sees xxx");
            assertThat(rank.code()).isZero();
            launcher.played().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    @DisplayName("LIF-1 a launcher that closes the socket ends the rank, which says so")
    void closed() throws Exception {
        List<Turn> turns = new ArrayList<>(WHOLE.subList(0, 5));
        turns.add(new Turn("cmd=barrier_in", "cmd=bar"));
        try (ScriptedLauncher launcher = new ScriptedLauncher(turns)) {
            Ended rank = run(launcher, "", part -> true);

            // The call that waits for an answer fails, and the rank is an orphan: either may be the first to end it.
            assertThat(rank.said())
                    .containsAnyOf("the launcher has closed the connection", "rank 0 ends, since its launcher is gone");
            assertThat(rank.code()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("LIF-1 without Netty a rank says what to start instead, or takes its standard input")
    void withoutNetty() throws Exception {
        Predicate<String> noNetty = part -> !part.contains("netty");
        try (ScriptedLauncher launcher = new ScriptedLauncher(List.of(WHOLE.get(0)))) {
            Ended rank = run(launcher, "", noNetty);

            assertThat(rank.said())
                    .contains("without Netty's library for epoll Java cannot open it")
                    .contains("start Java as bash -c 'exec java ... 0<&$PMI_FD'");
            assertThat(rank.code()).isEqualTo(1);
        }
        try (ScriptedLauncher launcher = new ScriptedLauncher(WHOLE)) {
            assertThat(run(launcher, "exec 0<&7; ", noNetty).code()).isZero();
        }
    }
}
