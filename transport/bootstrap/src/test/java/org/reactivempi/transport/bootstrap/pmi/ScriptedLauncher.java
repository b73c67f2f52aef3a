package org.reactivempi.transport.bootstrap.pmi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A launcher that plays a transcript: expects each command literally, gives its answer, and closes at the end. */
final class ScriptedLauncher implements AutoCloseable {

    /** A command, and the bytes to answer with. */
    record Turn(String command, String answer) {}

    private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final CompletableFuture<Void> played = new CompletableFuture<>();

    ScriptedLauncher(List<Turn> turns) throws IOException {
        Thread thread = new Thread(() -> play(turns), "scripted-launcher");
        thread.setDaemon(true);
        thread.start();
    }

    Map<String, String> environment(int id) {
        return Map.of(
                "PMI_PORT",
                listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort(),
                "PMI_ID",
                Integer.toString(id));
    }

    /** Completes when the transcript is played; fails with the command that came instead. */
    CompletableFuture<Void> played() {
        return played;
    }

    private void play(List<Turn> turns) {
        try (Socket rank = listener.accept()) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(rank.getInputStream(), StandardCharsets.US_ASCII));
            for (Turn turn : turns) {
                String command = in.readLine();
                if (!turn.command().equals(command)) {
                    throw new IOException("expected " + turn.command() + ", got " + command);
                }
                answer(rank.getOutputStream(), turn.answer());
            }
            played.complete(null);
        } catch (IOException e) {
            played.completeExceptionally(e);
        }
    }

    private static void answer(OutputStream out, String answer) throws IOException {
        out.write(answer.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
