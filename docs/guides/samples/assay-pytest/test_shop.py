PAGE = "data:text/html,<title>Larkspur</title><h1>Larkspur</h1><p id=total>54.97</p>"


def test_shows_its_name(driver):
    driver.get(PAGE)
    assert driver.title == "Larkspur"


def test_shows_the_total(driver):
    driver.get(PAGE)
    assert driver.find_element("id", "total").text == "54.97"
