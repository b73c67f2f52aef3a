package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivempi.BlockingPointToPoint;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.BufferedMode;
import org.reactivempi.Buffers;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.DynamicWindow;
import org.reactivempi.Errors;
import org.reactivempi.Graph;
import org.reactivempi.GraphCommunicator;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Neighborhood;
import org.reactivempi.Op;
import org.reactivempi.Packing;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Place;
import org.reactivempi.Ports;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Session;
import org.reactivempi.Status;
import org.reactivempi.Window;
import org.reactivempi.WindowAtomics;
import org.reactivempi.WindowHints;
import org.reactivempi.Windows;

/** The page for users of other bindings: the calls that it gives in place of theirs exist. */
@Tag("once")
class MigrationTableTest {

    private static final Page PAGE = Page.named("docs/guide/migrating.md");
    private static final int HERE = 3;

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern CALL = Pattern.compile("\\b([a-z]\\w+)\\(|^([a-z]+[A-Z]\\w+)$");

    private static final List<Class<?>> TYPES = List.of(
            Mpi.class,
            Session.class,
            Ports.class,
            Communicator.class,
            BlockingPointToPoint.class,
            BufferedMode.class,
            Buffer.class,
            Buffers.class,
            Datatype.class,
            Op.class,
            Blocks.class,
            Packing.class,
            Request.class,
            Requests.class,
            PersistentRequest.class,
            MatchedMessage.class,
            Status.class,
            Group.class,
            CartesianCommunicator.class,
            GraphCommunicator.class,
            Intercommunicator.class,
            Errors.class,
            Cartesian.class,
            Graph.class,
            Neighborhood.class,
            Windows.class,
            Window.class,
            WindowAtomics.class,
            WindowHints.class,
            DynamicWindow.class,
            Place.class,
            MpiException.class);

    /** Of Java and Reactor. */
    private static final Set<String> OTHERS = Set.of("block", "subscribe", "nanoTime", "getLocalHost", "getHostName");

    private static Stream<String> calls() {
        return PAGE.lines().stream()
                .map(line -> line.split(" *\\| *"))
                .filter(cells -> cells.length == HERE + 1)
                .flatMap(cells -> CODE.matcher(cells[HERE]).results())
                .flatMap(code -> CALL.matcher(code.group(1)).results())
                .map(MigrationTableTest::name);
    }

    private static String name(MatchResult call) {
        return call.group(1) == null ? call.group(2) : call.group(1);
    }

    @Test
    @DisplayName("docs/guide/migrating.md names methods that exist")
    void methods() {
        Set<String> known = TYPES.stream()
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .map(Method::getName)
                .collect(Collectors.toSet());

        assertThat(calls().filter(call -> !OTHERS.contains(call)))
                .hasSizeGreaterThan(50)
                .isSubsetOf(known);
    }
}
