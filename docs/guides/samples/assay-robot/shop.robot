*** Settings ***
Library           SeleniumLibrary
Library           browser.py
Test Setup        Open Shop
Test Teardown     Close All Browsers

*** Variables ***
${PAGE}           data:text/html,<title>Larkspur</title><h1>Larkspur</h1><p id="total">54.97</p>

*** Test Cases ***
Shows Its Name
    Title Should Be    Larkspur

Shows The Total
    Element Text Should Be    id:total    54.97

*** Keywords ***
Open Shop
    ${options}=    Browser Options    ${BROWSER}    ${PLATFORM}    ${RECORD_VIDEO}    ${SELENIUM_HUB_URL}
    Open Browser    ${PAGE}    ${BROWSER}    remote_url=${SELENIUM_HUB_URL}    options=${options}
