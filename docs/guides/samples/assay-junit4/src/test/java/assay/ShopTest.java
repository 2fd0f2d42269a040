package assay;

import static org.junit.Assert.assertEquals;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriver;

public class ShopTest {

    private static final String PAGE =
            "data:text/html,<title>Larkspur</title><h1>Larkspur</h1><p id=total>54.97</p>";

    private WebDriver driver;

    @Before
    public void open() throws Exception {
        driver = Browser.open();
        driver.get(PAGE);
    }

    @After
    public void close() {
        if (driver != null) driver.quit();
    }

    @Test
    public void showsItsName() {
        assertEquals("Larkspur", driver.getTitle());
    }

    @Test
    public void showsTheTotal() {
        assertEquals("54.97", driver.findElement(By.id("total")).getText());
    }
}
