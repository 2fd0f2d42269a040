package assay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriver;

class ShopTest {

    private static final String PAGE =
            "data:text/html,<title>Larkspur</title><h1>Larkspur</h1><p id=total>54.97</p>";

    private WebDriver driver;

    @BeforeEach
    void open() throws Exception {
        driver = Browser.open();
        driver.get(PAGE);
    }

    @AfterEach
    void close() {
        if (driver != null) driver.quit();
    }

    @Test
    void showsItsName() {
        assertEquals("Larkspur", driver.getTitle());
    }

    @Test
    void showsTheTotal() {
        assertEquals("54.97", driver.findElement(By.id("total")).getText());
    }
}
