import json
from pathlib import Path

import pytest
from selenium import webdriver

OPTIONS = {
    "chrome": webdriver.ChromeOptions,
    "firefox": webdriver.FirefoxOptions,
    "MicrosoftEdge": webdriver.EdgeOptions,
}
LOCAL = {
    "chrome": webdriver.Chrome,
    "firefox": webdriver.Firefox,
    "MicrosoftEdge": webdriver.Edge,
    "safari": webdriver.Safari,
}


@pytest.fixture
def driver():
    settings = json.loads(Path(__file__).with_name("webdriver.json").read_text())
    browser, hub = settings["BROWSER"], settings["SELENIUM_HUB_URL"]
    if hub:
        options = OPTIONS.get(browser, webdriver.ChromeOptions)()
        options.set_capability("browserName", browser)
        options.set_capability("platformName", settings["PLATFORM"])
        options.set_capability("zebrunner:options", {"enableVideo": settings["RECORD_VIDEO"]})
        opened = webdriver.Remote(command_executor=hub, options=options)
    else:
        opened = LOCAL[browser]()
    yield opened
    opened.quit()
