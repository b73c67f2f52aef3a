package org.reactivempi.core.window;

import org.reactivempi.Buffer;
import org.reactivempi.DynamicWindow;
import org.reactivempi.Payload;
import org.reactivempi.core.operation.LocalMono;
import reactor.core.publisher.Mono;

/** A window whose memory comes and goes. */
final class CoreDynamicWindow extends CoreWindow implements DynamicWindow {

    private final AttachedMemory attached;

    /** This rank's end of one, to whose memory nothing is attached. */
    CoreDynamicWindow(WindowState state, AttachedMemory attached, Heard heard) {
        super(state, new OwnMemory(Buffer.empty(), null), null, heard);
        this.attached = attached;
    }

    @Override
    public Mono<Long> attach(Buffer memory) {
        return new LocalMono<>(state().engine(), errors(), () -> state().inWords("attach"), () -> {
            state().usable();
            Payload buffer = BufferMemory.checked(memory);
            return owner -> {
                state().usable();
                owner.complete(attached.attach(buffer));
            };
        });
    }

    @Override
    public Mono<Void> detach(long address) {
        return new LocalMono<>(state().engine(), errors(), () -> state().inWords("detach"), () -> {
            state().usable();
            return owner -> {
                state().usable();
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
