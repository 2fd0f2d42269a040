package assay;

import static org.testng.Assert.assertEquals;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriver;

public class ShopTest {

    private static final String PAGE =
            "data:text/html,<title>Larkspur</title><h1>Larkspur</h1><p id=total>54.97</p>";

    private WebDriver driver;

    @BeforeMethod
    public void open() throws Exception {
        driver = Browser.open();
        driver.get(PAGE);
    }

    @AfterMethod
    public void close() {
        if (driver != null) driver.quit();
    }

    @Test
    public void showsItsName() {
        assertEquals(driver.getTitle(), "Larkspur");
    }

    @Test
    public void showsTheTotal() {
        assertEquals(driver.findElement(By.id("total")).getText(), "54.97");
    }
}
