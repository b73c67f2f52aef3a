package org.reactivempi.transport.engine.packet;

import org.reactivempi.transport.engine.port.ProtocolException;

/** A constant with a number on the wire, which is written beside it and stays when constants come and go. */
interface Coded {

    /** The number on the wire. */
    int code();

    /** The constant with a code that has come; {@code what} it is, for the error where there is none. */
    static <C extends Enum<C> & Coded> C of(Class<C> constants, int code, String what) {
        for (C constant : constants.getEnumConstants()) {
            if (constant.code() == code) {
                return constant;
            }
        }
        throw new ProtocolException(what + " " + code + " is unknown");
    }
}
