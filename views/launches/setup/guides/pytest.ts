import { PYTHON_BUILD, type Guide } from './guide.ts'
import { reportingYaml } from './settings.ts'
import { driverJson, WITHOUT_HUB } from './webdriver.ts'

const conftest = `import json
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
    wanted = json.loads(Path(__file__).with_name("webdriver.json").read_text())
    browser, hub = wanted["BROWSER"], wanted["SELENIUM_HUB_URL"]
    if hub:
        options = OPTIONS.get(browser, webdriver.ChromeOptions)()
        options.set_capability("browserName", browser)
        options.set_capability("platformName", wanted["PLATFORM"])
        options.set_capability("zebrunner:options", {"enableVideo": wanted["RECORD_VIDEO"]})
        opened = webdriver.Remote(command_executor=hub, options=options)
    else:
        opened = LOCAL[browser]()
    yield opened
    opened.quit()
`

const test = `PAGE = "data:text/html,<title>Larkspur</title><h1>Larkspur</h1><p id=total>54.97</p>"


def test_shows_its_name(driver):
    driver.get(PAGE)
    assert driver.title == "Larkspur"


def test_shows_the_total(driver):
    driver.get(PAGE)
    assert driver.find_element("id", "total").text == "54.97"
`

export const pytest: Guide = {
  id: 'pytest',
  name: 'PyTest',
  group: 'Python',
  agent: 'pytest-zebrunner',
  defaults: { build: PYTHON_BUILD, environment: 'LOCAL' },
  takesLaunchName: true,
  driver: 'webdriver',
  hasSystems: false,
  sample: {
    folder: 'assay-pytest',
    files: {
      'requirements.txt': 'pytest\npytest-zebrunner\nselenium>=4.6\n',
      'conftest.py': conftest,
      'test_shop.py': test,
    },
  },
  prepare: () => [
    {
      label: 'Install commands',
      code: 'unzip assay-pytest.zip\ncd assay-pytest\npip install -r requirements.txt',
      about: 'Needs Python 3.8 or later.',
    },
  ],
  configure: (params) => [
    {
      label: 'agent.yaml',
      about: 'Save this as agent.yaml in the project.',
      code: reportingYaml(params),
      isSettings: true,
    },
  ],
  chooseDriver: ({ values }) => [
    {
      label: 'webdriver.json',
      about: `Save this as webdriver.json in the project. ${WITHOUT_HUB}`,
      code: driverJson(values),
      isSettings: true,
    },
  ],
  run: () => [{ label: 'Run command', code: 'pytest' }],
}
