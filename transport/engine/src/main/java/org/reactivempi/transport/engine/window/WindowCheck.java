package org.reactivempi.transport.engine.window;

import org.reactivempi.transport.channel.settings.Setting;

/** Whether this rank looks for operations of others that meet in its memory of windows. */
public enum WindowCheck {
    /** Nobody looks: what meets leaves anything in its bytes. */
    OFF,
    /** What meets is refused. */
    ON;

    /** Whether it does. */
    public static final Setting<WindowCheck> SETTING = Setting.choice("window-check", OFF, WindowCheck.class)
            .described(
                    "Whether operations of two ranks that meet at one place of this rank's memory in a window, in one epoch, fail"
                            + " with `RMA_CONFLICT`, both ranks and both places: two puts, a put and a get, a put and an accumulate, or"
                            + " accumulates of two types. Costs a search for each packet, and makes locks with `NO_CHECK` ordinary ones."
                            + " Looks at what comes in packets, which this rank's own operations don't. Must be the same on all ranks. The"
                            + " test kit has it on.");
}
