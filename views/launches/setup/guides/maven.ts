/** Sample projects of the Java frameworks: built with Maven, with a shared way to open a browser. */

interface Artifact {
  group: string
  artifact: string
  version: string
}

const dependency = ({ group, artifact, version }: Artifact): string => `    <dependency>
      <groupId>${group}</groupId>
      <artifactId>${artifact}</artifactId>
      <version>${version}</version>
      <scope>test</scope>
    </dependency>`

const SELENIUM: Artifact = { group: 'org.seleniumhq.selenium', artifact: 'selenium-java', version: '4.25.0' }

/** `javaagent`: artifact whose jar the JVM loads as an agent; Maven resolves its path. */
const pom = (
  name: string,
  dependencies: readonly Artifact[],
  javaagent: string,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0"
         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
  <modelVersion>4.0.0</modelVersion>
  <groupId>assay</groupId>
  <artifactId>${name}</artifactId>
  <version>1.0</version>
  <properties>
    <maven.compiler.source>11</maven.compiler.source>
    <maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
${[...dependencies, SELENIUM].map(dependency).join('\n')}
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-dependency-plugin</artifactId>
        <version>3.6.1</version>
        <executions>
          <execution>
            <goals>
              <goal>properties</goal>
            </goals>
          </execution>
        </executions>
      </plugin>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.2.5</version>
        <configuration>
          <argLine>-javaagent:\${com.zebrunner:${javaagent}:jar}</argLine>
        </configuration>
      </plugin>
    </plugins>
  </build>
</project>
`

const browser = `package assay;

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
        Properties wanted = new Properties();
        try (InputStream in = Browser.class.getResourceAsStream("/webdriver.properties")) {
            if (in != null) wanted.load(in);
        }
        String name = wanted.getProperty("browser", "chrome");
        String hub = wanted.getProperty("hub-url", "");
        return hub.isEmpty() ? local(name) : remote(name, hub, wanted);
    }

    private static WebDriver local(String name) {
        switch (name) {
            case "firefox": return new FirefoxDriver();
            case "MicrosoftEdge": return new EdgeDriver();
            case "safari": return new SafariDriver();
            default: return new ChromeDriver();
        }
    }

    private static WebDriver remote(String name, String hub, Properties wanted) throws MalformedURLException {
        AbstractDriverOptions<?> options = optionsOf(name);
        options.setPlatformName(wanted.getProperty("platform", "linux"));
        boolean recordsVideo = Boolean.parseBoolean(wanted.getProperty("record-video"));
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
`

interface Annotations {
  imports: readonly string[]
  before: string
  after: string
  /** Places the expected value as the framework's assertion requires. */
  equal: (actual: string, expected: string) => string
  isPublic: boolean
}

const shopTest = ({ imports, before, after, equal, isPublic }: Annotations): string => {
  const visible = isPublic ? 'public ' : ''
  return `package assay;

${[...imports, 'org.openqa.selenium.By', 'org.openqa.selenium.WebDriver'].map((one) => `import ${one};`).join('\n')}

${visible}class ShopTest {

    private static final String PAGE =
            "data:text/html,<title>Larkspur</title><h1>Larkspur</h1><p id=total>54.97</p>";

    private WebDriver driver;

    @${before}
    ${visible}void open() throws Exception {
        driver = Browser.open();
        driver.get(PAGE);
    }

    @${after}
    ${visible}void close() {
        if (driver != null) driver.quit();
    }

    @Test
    ${visible}void showsItsName() {
        ${equal('driver.getTitle()', '"Larkspur"')};
    }

    @Test
    ${visible}void showsTheTotal() {
        ${equal('driver.findElement(By.id("total")).getText()', '"54.97"')};
    }
}
`
}

/** Returns the files of a sample project. */
export const mavenSample = (
  folder: string,
  { dependencies, javaagent, ...annotations }: Annotations & { dependencies: readonly Artifact[]; javaagent: string },
) => ({
  folder,
  files: {
    'pom.xml': pom(folder, dependencies, javaagent),
    'src/test/java/assay/Browser.java': browser,
    'src/test/java/assay/ShopTest.java': shopTest(annotations),
  },
})
