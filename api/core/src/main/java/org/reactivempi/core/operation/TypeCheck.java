package org.reactivempi.core.operation;

import org.reactivempi.transport.channel.settings.Setting;

/** Whether the elements of this rank's messages must be the ones that their receivers expect. */
public enum TypeCheck {
    /** Nobody looks: a message is its bytes. */
    OFF,
    /** They must, but for bytes and for what is packed, which go with everything. */
    ON,
    /** They must, but for what is packed: bytes go with bytes alone, as MPI has it. */
    STRICT;

    public static final Setting<TypeCheck> SETTING = Setting.choice("check-types", OFF, TypeCheck.class)
            .described(
                    "Whether what this rank sends tells its receiver what the elements are, so that a receive of others fails:"
                            + " `on` lets buffers of bytes go with everything, since they are often memory for anything; `strict`"
                            + " lets them go with bytes alone, as MPI has it. Packed data goes with everything. The test kit"
                            + " has it on.");
}
