package org.reactivempi.transport.faulty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.settings.SettingException;

/** The settings: what they mean, and what is none. */
class FaultPlanTest {

    private static FaultySettings settings(String... namesAndValues) {
        return FaultySettings.from(name -> IntStream.range(0, namesAndValues.length / 2)
                .filter(i -> namesAndValues[2 * i].equals(name))
                .mapToObj(i -> namesAndValues[2 * i + 1])
                .findFirst()
                .orElse(null));
    }

    @Test
    @DisplayName("a plan gives each fault its part of the range from 0 to 1, and the rest to none")
    void parts() {
        FaultPlan plan = settings("faulty-plan", " cut=0.25, corrupt = 0.5 ").plan();
        assertThat(plan.at(0)).isEqualTo(Fault.CUT);
        assertThat(plan.at(0.24)).isEqualTo(Fault.CUT);
        assertThat(plan.at(0.25)).isEqualTo(Fault.CORRUPT);
        assertThat(plan.at(0.74)).isEqualTo(Fault.CORRUPT);
        assertThat(plan.at(0.75)).isNull();
        assertThat(plan.at(0.99)).isNull();
    }

    @Test
    @DisplayName("the default is no faults, over local; the example of the message is a plan")
    void defaults() {
        FaultySettings none = settings();
        assertThat(none.plan().at(0)).isNull();
        assertThat(none.carrier()).isEqualTo("local");
        assertThat(none.cutEvery()).isZero();
        assertThat(FaultPlan.parse("cut=0.001,delay=0.01,split=0.2,merge=0.2,freeze=0.0005,corrupt=0"))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cut",
                "cut=",
                "cut=-1",
                "cut=1.1",
                "cut=0.5,delay=0.6",
                "cut=0.1,cut=0.1",
                "cut=0.1,",
                ",cut=0.1",
                "cuts=0.1",
                "CUT=0.1",
                "cut=.1",
                "cut=1e-3",
                "cut=NaN",
                "cut=0.1 delay=0.1",
                "cut=9999999999999999999"
            })
    @DisplayName("what is no plan is refused, with what was given and what is allowed")
    void wrongPlans(String text) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> settings("faulty-plan", text))
                .withMessage("reactivempi.faulty-plan is " + text
                        + ", allowed is rates from 0 to 1 that are 1 at most together, such as cut=0.001,delay=0.01; "
                        + "faults are cut, delay, split, merge, freeze, corrupt");
    }

    @Test
    @DisplayName("random texts are plans, or are refused")
    void randomTexts() {
        Random random = new Random(1);
        String letters = "cutdelay=,. 0123";
        for (int i = 0; i < 100_000; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(random.nextInt(12), 0, letters.length()).forEach(at -> text.append(letters.charAt(at)));
            FaultPlan plan = FaultPlan.parse(text.toString());
            assertThat(plan == null || text.indexOf("=") > 0)
                    .as(text.toString())
                    .isTrue();
        }
    }

    @Test
    @DisplayName("a channel that is not there, or is the faulty one itself, is refused")
    void wrongCarriers() {
        for (String name : List.of("faulty", "nonsense")) {
            assertThatExceptionOfType(SettingException.class)
                    .isThrownBy(() ->
                            new FaultyChannelProvider().create(new Surroundings(0, Map.of("faulty-channel", name))))
                    .withMessage("reactivempi.faulty-channel is " + name + ", allowed is local, tcp");
        }
    }

    @Test
    @DisplayName("the same seed, ranks, number and way give the same faults; any other one gives others")
    void sameSeed() {
        List<@Nullable Fault> first = faults("7", new ConnectionGreeting(0, 1, 1), 0);
        assertThat(faults("7", new ConnectionGreeting(0, 1, 1), 0)).isEqualTo(first);
        assertThat(List.of(
                        faults("8", new ConnectionGreeting(0, 1, 1), 0),
                        faults("7", new ConnectionGreeting(1, 0, 1), 0),
                        faults("7", new ConnectionGreeting(0, 1, 2), 0),
                        faults("7", new ConnectionGreeting(0, 1, 1), 1)))
                .doesNotContain(first)
                .doesNotHaveDuplicates();
    }

    private static List<@Nullable Fault> faults(String seed, ConnectionGreeting greeting, int way) {
        Fate fate = Fate.of(settings("faulty-seed", seed, "faulty-plan", "cut=0.2,split=0.3,merge=0.2"), greeting, way);
        List<@Nullable Fault> faults = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            faults.add(fate.next());
        }
        return faults;
    }
}
