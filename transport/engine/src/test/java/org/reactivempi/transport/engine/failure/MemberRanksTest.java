package org.reactivempi.transport.engine.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.port.MemberRanks;

/** Members of communicators, and ranks of the job. */
class MemberRanksTest {

    @Test
    @DisplayName("in the world, members have their ranks of the job")
    void world() {
        MemberRanks world = MemberRanks.of(0, 1, 2);
        assertThat(world.size()).isEqualTo(3);
        assertThat(world.rank(2)).isEqualTo(2);
        assertThat(world.member(2)).isEqualTo(2);
        assertThat(world.member(3)).isEqualTo(MemberRanks.NONE);
        assertThat(world.member(-1)).isEqualTo(MemberRanks.NONE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName(
            "elsewhere each member finds its rank, each rank its member, and other ranks find none, in order or not")
    void part(boolean inOrder) {
        List<Integer> all = new ArrayList<>(IntStream.range(0, 200).boxed().toList());
        Collections.shuffle(all, new Random(7));
        IntStream some = all.stream().limit(100).mapToInt(Integer::intValue);
        int[] ranks = (inOrder ? some.sorted() : some).toArray();
        MemberRanks part = MemberRanks.of(ranks);

        assertThat(part.size()).isEqualTo(100);
        for (int member = 0; member < ranks.length; member++) {
            assertThat(part.rank(member)).isEqualTo(ranks[member]);
            assertThat(part.member(ranks[member])).isEqualTo(member);
        }
        all.stream().skip(100).forEach(other -> assertThat(part.member(other)).isEqualTo(MemberRanks.NONE));
        assertThat(part.member(200)).isEqualTo(MemberRanks.NONE);
        assertThat(part.member(-1)).isEqualTo(MemberRanks.NONE);
    }
}
