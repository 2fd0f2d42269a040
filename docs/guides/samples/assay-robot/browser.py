from selenium import webdriver

OPTIONS = {
    "chrome": webdriver.ChromeOptions,
    "firefox": webdriver.FirefoxOptions,
    "MicrosoftEdge": webdriver.EdgeOptions,
}


def browser_options(browser, platform, records_video, hub):
    """Options for a hub; a browser of this machine needs none."""
    if not hub or browser not in OPTIONS:
        return None
    options = OPTIONS[browser]()
    options.set_capability("platformName", platform)
    options.set_capability("zebrunner:options", {"enableVideo": records_video})
    return options
