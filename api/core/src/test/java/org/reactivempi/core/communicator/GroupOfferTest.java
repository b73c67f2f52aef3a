package org.reactivempi.core.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Mpi;

class GroupOfferTest {

    @Property(tries = 1000)
    void isReadAsItWasTold(@ForAll long seed) {
        Random random = new Random(seed);
        int ranks = 1 + random.nextInt(200);
        List<Integer> all = new ArrayList<>(IntStream.range(0, ranks).boxed().toList());
        if (random.nextBoolean()) {
            Collections.shuffle(all, random);
        }
        int[] members = all.stream()
                .mapToInt(Integer::intValue)
                .limit(1 + random.nextInt(ranks))
                .toArray();
        String text = random.ints(1 + random.nextInt(Mpi.MAX_STRING_TAG), 32, 0xD7FF)
                .collect(StringBuilder::new, (built, each) -> built.append((char) each), StringBuilder::append)
                .toString();
        GroupOffer offer = new GroupOffer(random.nextInt(), text, random.nextInt(members.length), members);

        int[] told = offer.told();
        assertThat(told.length).isLessThanOrEqualTo(GroupOffer.longest(ranks));
        GroupOffer read = GroupOffer.of(Arrays.copyOf(told, GroupOffer.longest(ranks)));
        assertThat(read.number()).isEqualTo(offer.number());
        assertThat(read.text()).isEqualTo(text);
        assertThat(read.isForSame(offer)).isTrue();
        assertThat(read.isForSame(new GroupOffer(0, text, offer.sizeOfFirst() + 1, members)))
                .isFalse();
    }

    @Test
    @DisplayName("a regular group is told in a few numbers, however large it is")
    void regular() {
        int[] members = IntStream.range(0, 5000).map(i -> 9998 - 2 * i).toArray();
        assertThat(new GroupOffer(1, "x", 0, members).told()).containsExactly(1, 1, 'x', 0, 1, 9998, -2, 5000);
    }
}
