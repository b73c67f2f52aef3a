package org.reactivempi.core.window;

import org.reactivempi.Buffer;
import org.reactivempi.DynamicWindow;
import org.reactivempi.Payload;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineWindows.OwnWindow;
import reactor.core.publisher.Mono;

/** A window whose memory comes and goes. */
final class CoreDynamicWindow extends CoreWindow implements DynamicWindow {

    private final AttachedMemory attached;

    /** This rank's end of one, to whose memory nothing is attached. */
    CoreDynamicWindow(
            Engine engine,
            WindowCommunicator.Maker parent,
            WindowCommunicator communicator,
            Shape shape,
            AttachedMemory attached,
            OwnWindow own) {
        super(engine, parent, communicator, shape, new OwnMemory(Buffer.empty(), null), own);
        this.attached = attached;
    }

    @Override
    public Mono<Long> attach(Buffer memory) {
        return new LocalMono<>(engine(), errors(), () -> "attach(" + label() + ")", () -> {
            usable();
            Payload buffer = BufferMemory.checked(memory);
            return owner -> {
                usable();
                owner.complete(attached.attach(buffer));
            };
        });
    }

    @Override
    public Mono<Void> detach(long address) {
        return new LocalMono<>(engine(), errors(), () -> "detach(" + label() + ")", () -> {
            usable();
            return owner -> {
                usable();
                attached.detach(address);
                owner.complete(null);
            };
        });
    }

    @Override
    void released() {
        attached.detachAll();
    }
}
