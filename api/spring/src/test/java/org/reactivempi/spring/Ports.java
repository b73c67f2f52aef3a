package org.reactivempi.spring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Ports of this host that were free a moment ago. */
record Ports(List<Integer> numbers) {

    static Ports free(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<Integer> numbers =
                    sockets.stream().map(ServerSocket::getLocalPort).toList();
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return new Ports(numbers);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String peers() {
        return numbers.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }
}
