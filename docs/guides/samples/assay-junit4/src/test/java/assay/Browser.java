package assay;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.Map;
import java.util.Properties;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.edge.EdgeDriver;
import org.openqa.selenium.edge.EdgeOptions;
import org.openqa.selenium.firefox.FirefoxDriver;
import org.openqa.selenium.firefox.FirefoxOptions;
import org.openqa.selenium.remote.AbstractDriverOptions;
import org.openqa.selenium.remote.RemoteWebDriver;
import org.openqa.selenium.safari.SafariDriver;
import org.openqa.selenium.safari.SafariOptions;

/** Opens the browser named in webdriver.properties: on the hub, or locally without one. */
final class Browser {

    static WebDriver open() throws IOException {
        Properties settings = new Properties();
        try (InputStream in = Browser.class.getResourceAsStream("/webdriver.properties")) {
            if (in != null) settings.load(in);
        }
        String name = settings.getProperty("browser", "chrome");
        String hub = settings.getProperty("hub-url", "");
        return hub.isEmpty() ? local(name) : remote(name, hub, settings);
    }

    private static WebDriver local(String name) {
        switch (name) {
            case "firefox": return new FirefoxDriver();
            case "MicrosoftEdge": return new EdgeDriver();
            case "safari": return new SafariDriver();
            default: return new ChromeDriver();
        }
    }

    private static WebDriver remote(String name, String hub, Properties settings) throws MalformedURLException {
        AbstractDriverOptions<?> options = optionsOf(name);
        options.setPlatformName(settings.getProperty("platform", "linux"));
        boolean recordsVideo = Boolean.parseBoolean(settings.getProperty("record-video"));
        options.setCapability("zebrunner:options", Map.of("enableVideo", recordsVideo));
        return new RemoteWebDriver(new URL(hub), options);
    }

    private static AbstractDriverOptions<?> optionsOf(String name) {
        switch (name) {
            case "firefox": return new FirefoxOptions();
            case "MicrosoftEdge": return new EdgeOptions();
            case "safari": return new SafariOptions();
            default: return new ChromeOptions();
        }
    }

    private Browser() {}
}
