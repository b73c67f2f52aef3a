package org.reactivempi.core.communicator;

import java.util.function.Function;
import org.reactivempi.AttributeMap;
import org.reactivempi.Group;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.core.window.WindowCommunicator;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivempi.transport.engine.port.MemberRanks;
import reactor.core.publisher.Mono;

/** Makes the communicators that windows have for themselves, which no user hears of. */
final class CommunicatorWindows implements WindowCommunicator.Maker {

    private final CommunicatorContext of;
    private final Children children;

    CommunicatorWindows(CommunicatorContext of, Children children) {
        this.of = of;
        this.children = children;
    }

    @Override
    public <R> Mono<R> make(String call, Runnable check, Function<WindowCommunicator, Mono<R>> finish) {
        return children.dup(call, check, this::made, finish);
    }

    private WindowCommunicator made(Numbers numbers, Members members, String origin) {
        return new Own(CommunicatorContext.of(of.session(), numbers, Sides.of(members), origin), of.number());
    }

    @Override
    public RankMap ranks() {
        return of.arguments();
    }

    @Override
    public void usable() {
        of.arguments().usable();
    }

    @Override
    public boolean isRevoked() {
        return of.state().isRevoked();
    }

    /** One of them. */
    private static final class Own implements WindowCommunicator {

        private final CommunicatorContext own;
        private final int parent;
        private final CollectiveContext together;
        private final Freeing freeing;

        Own(CommunicatorContext own, int parent) {
            this.own = own;
            this.parent = parent;
            this.together = own.together();
            this.freeing = new Freeing(own, together, own.questions(own.streams()), new AttributeMap());
        }

        @Override
        public EngineCommunicator state() {
            return own.state();
        }

        @Override
        public int parent() {
            return parent;
        }

        @Override
        public MemberRanks members() {
            return own.members().ranks();
        }

        @Override
        public Group group() {
            return own.members().group();
        }

        @Override
        public Mono<int[]> allGather(String call, int... numbers) {
            return together.operation(call, () -> {}, operation -> operation.allGather(numbers));
        }

        @Override
        public Mono<Void> free() {
            return freeing.free();
        }

        @Override
        public void abandon() {
            freeing.abandon();
        }
    }
}
