package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The tables of MPI's calls are complete, and their Java forms exist. */
class CallTableTest {

    private static final Page PAGE = Page.named("docs/conformance.md");

    /** Chapter 3 of MPI-4.1, section by section, without the forms for large counts; the setters of a status are in 13.3. */
    private static final List<String> CALLS = List.of(
            "MPI_Send",
            "MPI_Recv",
            "MPI_Get_count",
            "MPI_Status_get_source",
            "MPI_Status_get_tag",
            "MPI_Status_get_error",
            "MPI_Status_set_source",
            "MPI_Status_set_tag",
            "MPI_Status_set_error",
            "MPI_Bsend",
            "MPI_Ssend",
            "MPI_Rsend",
            "MPI_Comm_attach_buffer",
            "MPI_Comm_detach_buffer",
            "MPI_Comm_flush_buffer",
            "MPI_Comm_iflush_buffer",
            "MPI_Session_attach_buffer",
            "MPI_Session_detach_buffer",
            "MPI_Session_flush_buffer",
            "MPI_Session_iflush_buffer",
            "MPI_Buffer_attach",
            "MPI_Buffer_detach",
            "MPI_Buffer_flush",
            "MPI_Buffer_iflush",
            "MPI_Isend",
            "MPI_Ibsend",
            "MPI_Issend",
            "MPI_Irsend",
            "MPI_Irecv",
            "MPI_Wait",
            "MPI_Test",
            "MPI_Request_free",
            "MPI_Waitany",
            "MPI_Testany",
            "MPI_Waitall",
            "MPI_Testall",
            "MPI_Waitsome",
            "MPI_Testsome",
            "MPI_Request_get_status",
            "MPI_Request_get_status_any",
            "MPI_Request_get_status_all",
            "MPI_Request_get_status_some",
            "MPI_Iprobe",
            "MPI_Probe",
            "MPI_Improbe",
            "MPI_Mprobe",
            "MPI_Mrecv",
            "MPI_Imrecv",
            "MPI_Cancel",
            "MPI_Test_cancelled",
            "MPI_Send_init",
            "MPI_Bsend_init",
            "MPI_Ssend_init",
            "MPI_Rsend_init",
            "MPI_Recv_init",
            "MPI_Start",
            "MPI_Startall",
            "MPI_Sendrecv",
            "MPI_Sendrecv_replace",
            "MPI_Isendrecv",
            "MPI_Isendrecv_replace");

    private final List<CallRow> rows = CallRow.of(PAGE);

    @Test
    @DisplayName("docs/conformance.md has each call of MPI's chapter 3, once")
    void complete() {
        assertThat(rows.stream().map(CallRow::call).filter(CallTableTest::isProcedure))
                .containsExactlyInAnyOrderElementsOf(CALLS);
        assertThat(rows.stream().map(CallRow::call)).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("docs/conformance.md gives each call a Java form, or says that it is not there yet")
    void forms() {
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.form().equals(CallRow.NOT_YET))
                        .as("%s: %s", row.call(), row.form())
                        .isEqualTo(row.references().isEmpty()));
    }

    @Test
    @DisplayName("docs/conformance.md names methods and constants that exist")
    void members() {
        assertThat(rows.stream().flatMap(row -> row.references().stream()))
                .isNotEmpty()
                .allMatch(CallRow::exists);
    }

    @Test
    @DisplayName("a method that does not exist is noticed")
    void missingMember() {
        assertThat(CallRow.exists("Communicator.isend")).isTrue();
        assertThat(CallRow.exists("Communicator.jsend")).isFalse();
        assertThat(CallRow.exists("Communicators.isend")).isFalse();
    }

    /** Constants are in capitals. */
    private static boolean isProcedure(String name) {
        return name.chars().anyMatch(Character::isLowerCase);
    }
}
