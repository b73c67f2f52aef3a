package org.reactivempi.examples.spring;

import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Says where the page is. */
@Component
class Invitation {

    @EventListener
    void onServer(WebServerInitializedEvent event) {
        String address = "http://localhost:" + event.getWebServer().getPort() + "/";
        System.out.println("open " + address + ", or: curl -N " + address + "stream");
    }
}
