package org.reactivempi.conformance;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassType;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.MethodExitEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.MethodEntryRequest;
import com.sun.jdi.request.MethodExitRequest;
import java.io.BufferedReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;

/**
 * Which classes of ours one message of 8 bytes runs through: a debugger sees the methods of {@link MessageProgram} being
 * entered and left, in a JVM of its own.
 *
 * <pre>
 *  down: isend is subscribed .......... on the caller's thread, until that call returns
 *        the operation runs ........... on the sender's progress thread, until Link.flush returns
 *  up:   LinkHandler gets the bytes ... on the receiver's progress thread, until the subscriber's onNext
 * </pre>
 *
 * What a progress thread does before, to wait and to wake up, is not on the way. A lambda counts as its class, a nested
 * class as its outer one.
 *
 * @param down the names of the top-level classes on the way down
 * @param up the names of those on the way up
 */
record MessageWay(SortedSet<String> down, SortedSet<String> up) {

    private static final String OURS = "org.reactivempi.";
    private static final String OPERATIONS = OURS + "core.";
    private static final String PROGRAM = MessageProgram.class.getName();
    private static final long QUIET_MILLIS = 10_000;

    /** Follows one message over the channel of this name. */
    static MessageWay over(String channel) throws Exception {
        Process child = ChildJvm.program(
                        List.of("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0"),
                        MessageProgram.class,
                        channel)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader output = child.inputReader()) {
            // "Listening for transport dt_socket at address: 12345"
            String listening = output.readLine();
            VirtualMachine machine =
                    attach(listening.substring(listening.lastIndexOf(' ') + 1).trim());
            String[] threads = output.readLine().split(",");
            watch(machine.eventRequestManager());
            child.getOutputStream().write('\n');
            child.getOutputStream().flush();
            return of(calls(machine), threads[0], threads[1]);
        } finally {
            child.destroyForcibly();
        }
    }

    private static VirtualMachine attach(String port) throws Exception {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(each -> each.name().equals("com.sun.jdi.SocketAttach"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(port);
        return connector.attach(arguments);
    }

    private static void watch(EventRequestManager requests) {
        MethodEntryRequest entries = requests.createMethodEntryRequest();
        entries.addClassFilter(OURS + "*");
        entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        MethodExitRequest exits = requests.createMethodExitRequest();
        exits.addClassFilter(OURS + "*");
        exits.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        exits.enable();
        entries.enable();
    }

    /** From the first mark of the program to its last, and to the end of the flush that may come after that. */
    private static List<Call> calls(VirtualMachine machine) throws InterruptedException {
        List<Call> calls = new ArrayList<>();
        try {
            EventSet events = machine.eventQueue().remove(QUIET_MILLIS);
            while (events != null) {
                for (Event event : events) {
                    if (event instanceof MethodEntryEvent entry) {
                        calls.add(new Call(entry.thread().name(), true, entry.method()));
                    } else if (event instanceof MethodExitEvent exit) {
                        calls.add(new Call(exit.thread().name(), false, exit.method()));
                    }
                }
                if (calls.stream().anyMatch(call -> call.marks("received"))
                        && calls.stream().anyMatch(call -> !call.enters() && call.is(Link.class, "flush"))) {
                    return calls;
                }
                events = machine.eventQueue().remove(QUIET_MILLIS);
            }
        } catch (VMDisconnectedException end) {
            // The program has ended.
        }
        throw new IllegalStateException("the message was not seen to be sent and received");
    }

    private static MessageWay of(List<Call> calls, String sender, String receiver) {
        int begin = 0;
        while (!calls.get(begin).marks("sending")) {
            begin++;
        }
        List<Call> message = calls.subList(begin, calls.size());
        String caller = message.get(0).thread();
        SortedSet<String> down = callersPart(of(message, caller));
        down.addAll(sendersPart(of(message, sender)));
        return new MessageWay(down, receiversPart(of(message, receiver)));
    }

    private static List<Call> of(List<Call> calls, String thread) {
        return calls.stream().filter(call -> call.thread().equals(thread)).toList();
    }

    private static SortedSet<String> callersPart(List<Call> calls) {
        SortedSet<String> classes = new TreeSet<>();
        calls.stream().filter(Call::enters).forEach(call -> classes.add(call.type()));
        classes.remove(PROGRAM);
        return classes;
    }

    private static SortedSet<String> sendersPart(List<Call> calls) {
        SortedSet<String> classes = new TreeSet<>();
        for (Call call : calls) {
            if (call.enters() && (!classes.isEmpty() || call.type().startsWith(OPERATIONS))) {
                classes.add(call.type());
            }
            if (!call.enters() && call.is(Link.class, "flush")) {
                return classes;
            }
        }
        throw new IllegalStateException("the message was not seen to be sent");
    }

    /** The link that reads is on the stack when the handler gets the bytes. */
    private static SortedSet<String> receiversPart(List<Call> calls) {
        Deque<Call> stack = new ArrayDeque<>();
        SortedSet<String> classes = new TreeSet<>();
        for (Call call : calls) {
            if (!call.enters()) {
                stack.poll();
                continue;
            }
            if (call.marks("received")) {
                classes.remove(PROGRAM);
                return classes;
            }
            if (classes.isEmpty() && call.is(LinkHandler.class)) {
                stack.stream().filter(open -> open.is(Link.class)).forEach(open -> classes.add(open.type()));
            }
            if (!classes.isEmpty() || call.is(LinkHandler.class)) {
                classes.add(call.type());
            }
            stack.push(call);
        }
        throw new IllegalStateException("the message was not seen to be received");
    }

    /** A method is entered or left. */
    private record Call(String thread, boolean enters, Method method) {

        /** The top-level class that declares the method. */
        String type() {
            String name = method.declaringType().name();
            int nested = name.indexOf('$');
            return nested < 0 ? name : name.substring(0, nested);
        }

        boolean marks(String name) {
            return enters && type().equals(PROGRAM) && method.name().equals(name);
        }

        boolean is(Class<?> type, String name) {
            return method.name().equals(name) && is(type);
        }

        boolean is(Class<?> type) {
            ReferenceType declaring = method.declaringType();
            return declaring instanceof ClassType implementing
                    && implementing.allInterfaces().stream()
                            .anyMatch(each -> each.name().equals(type.getName()));
        }
    }
}
