package org.reactivempi;

import java.nio.ByteBuffer;
import org.reactivempi.layout.Memory;
import org.reactivempi.layout.NumberView;

/** The elements of a {@code java.nio} buffer of numbers that shows no array. */
final class ViewBuffer extends ArrayBuffer {

    private final NumberView view;

    ViewBuffer(Datatype datatype, NumberView view) {
        super(datatype, view.count(), 0, view.count());
        this.view = view;
    }

    @Override
    Memory memory(int offset, int count) {
        return Memory.of(view);
    }

    @Override
    Object array() {
        return view.identity();
    }

    @Override
    boolean isReadOnly() {
        return view.isReadOnly();
    }

    @Override
    long bits(int index) {
        return view.bits(index);
    }

    @Override
    void setBits(int index, long bits) {
        view.setBits(index, bits);
    }

    @Override
    void putMany(int index, int elements, ByteBuffer target) {
        view.put(index, elements, target);
    }

    @Override
    void getMany(int index, int elements, ByteBuffer source) {
        view.get(index, elements, source);
    }
}
