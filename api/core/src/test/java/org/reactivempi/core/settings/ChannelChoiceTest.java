package org.reactivempi.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.Settings;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.Place;
import org.reactivempi.transport.channel.Suitability;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;

class ChannelChoiceTest {

    private static final List<ChannelProvider> ALL = List.of(
            new Kind("everywhere", Suitability.FAIR, Suitability.FAIR, Suitability.FAIR),
            new Kind("odd", Suitability.BY_NAME, Suitability.BY_NAME, Suitability.BY_NAME),
            new Kind("host", Suitability.GOOD, Suitability.GOOD, Suitability.UNREACHABLE),
            new Kind("jvm", Suitability.BEST, Suitability.UNREACHABLE, Suitability.UNREACHABLE));

    private record Kind(String name, Suitability inJvm, Suitability onHost, Suitability elsewhere)
            implements ChannelProvider {

        @Override
        public Suitability suits(Place place) {
            return switch (place) {
                case SAME_JVM -> inJvm;
                case SAME_HOST -> onHost;
                case ELSEWHERE -> elsewhere;
            };
        }

        @Override
        public List<Setting<?>> settings() {
            return List.of();
        }

        @Override
        public Channel create(ChannelContext context) {
            throw new UnsupportedOperationException();
        }
    }

    private static Stream<String> names(Stream<ChannelProvider> chosen) {
        return chosen.map(ChannelProvider::name);
    }

    @ParameterizedTest
    @CsvSource({
        "SAME_JVM, jvm",
        "SAME_HOST, host everywhere",
        "ELSEWHERE, everywhere",
        "SAME_JVM SAME_HOST, jvm host everywhere",
        "SAME_HOST ELSEWHERE, host everywhere",
        "SAME_JVM SAME_HOST ELSEWHERE, jvm host everywhere"
    })
    @DisplayName("what suits best comes first, what carries nothing here is left out, and the best needs no other")
    void suitable(String places, String chosen) {
        Set<Place> here = EnumSet.noneOf(Place.class);
        Stream.of(places.split(" ")).map(Place::valueOf).forEach(here::add);
        assertThat(names(new ChannelChoice(ALL, here, false).of(ChannelChoice.AUTO)))
                .containsExactly(chosen.split(" "));
    }

    @Test
    @DisplayName("without the best of a JVM, what serves a host serves it too")
    void withoutTheBest() {
        assertThat(names(new ChannelChoice(ALL.subList(0, 3), Set.of(Place.SAME_JVM), false).of(ChannelChoice.AUTO)))
                .containsExactly("host", "everywhere");
    }

    @Test
    @DisplayName("names are taken in their order, also of what does not suit, while something else goes there")
    void named() {
        ChannelChoice choice = new ChannelChoice(ALL, Set.of(Place.SAME_HOST), false);
        assertThat(names(choice.of("odd, jvm,odd"))).containsExactly("odd", "jvm");
        assertThatThrownBy(() -> choice.of("jvm"))
                .isInstanceOf(SettingException.class)
                .hasMessage("reactivempi.channel is jvm, allowed is everywhere or host or odd"
                        + " where ranks live in several JVMs");
        assertThatThrownBy(() -> choice.of("none")).hasMessageContaining("allowed is auto, everywhere, host, jvm, odd");
    }

    @Test
    @DisplayName("where nothing suits, the message names a jar that would")
    void nothing() {
        assertThatThrownBy(() -> new ChannelChoice(List.of(), Set.of(Place.ELSEWHERE), false).of(ChannelChoice.AUTO))
                .hasMessage("reactivempi.channel is auto, and no channel of the class path serves this job: "
                        + "add org.reactivempi:reactive-mpi-tcp");
    }

    @Test
    @DisplayName(
            "a channel that is there, and that no service file names, is not to be added: service files are to be merged")
    void lost() {
        String tcp = "org.reactivempi.transport.tcp.TcpChannelProvider";
        String mend = tcp
                + " is there, but no service file names it: the jars of this class path were put into one without merging"
                + " META-INF/services/org.reactivempi.transport.channel.ChannelProvider (see 'One jar' in the guide's Launching)";
        ChannelJars fat = new ChannelJars(ALL, tcp::equals);
        assertThat(fat.missing("channel", "tcp")).hasMessage("reactivempi.channel is tcp, of which " + mend);
        assertThat(fat.missing("channel", "shm"))
                .hasMessage(
                        "reactivempi.channel is shm, which is not on the class path: add org.reactivempi:reactive-mpi-shm");
        assertThat(fat.noneUseful("channel"))
                .hasMessage("reactivempi.channel is auto, and no channel of the class path serves this job: " + mend);
    }

    @Test
    @DisplayName("SIM-1 a channel that is attached to the settings is the only one")
    void attached() {
        ChannelProvider own = new Kind("own", Suitability.FAIR, Suitability.FAIR, Suitability.FAIR);

        assertThat(ChannelChoice.providers(Settings.create().attach(own))).containsExactly(own);
        assertThat(ChannelChoice.providers(Settings.create())).isEqualTo(ChannelChoice.providers());
    }

    @Test
    @DisplayName("DPM-1 a job that others meet opens what suits each place, also where its own ranks are in one JVM")
    void metByOthers() {
        ChannelChoice choice = new ChannelChoice(ALL, Set.of(Place.SAME_JVM), true);

        assertThat(names(choice.of(ChannelChoice.AUTO))).containsExactly("jvm", "host", "everywhere");
        assertThat(names(choice.of("jvm"))).containsExactly("jvm");
    }
}
