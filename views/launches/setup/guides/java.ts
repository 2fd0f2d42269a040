/** Steps shared by the Java guides. */
import { JAVA_AND_JS_BUILD, type Guide } from './guide.ts'
import { properties, reportingProperties } from './settings.ts'
import { driverProperties, WITHOUT_HUB } from './webdriver.ts'

/** A guide whose sample project uses Maven. */
export const javaGuide = ({
  sample,
  ...words
}: Pick<Guide, 'id' | 'name' | 'agent'> & { sample: NonNullable<Guide['sample']> }): Guide => ({
  ...words,
  group: 'Java',
  defaults: { build: JAVA_AND_JS_BUILD, environment: 'QA' },
  takesLaunchName: true,
  driver: 'webdriver',
  hasSystems: false,
  sample,
  prepare: () => [
    {
      label: 'Unpack commands',
      code: `unzip ${sample.folder}.zip\ncd ${sample.folder}`,
      about: 'Needs Java 11 or later and Maven.',
    },
  ],
  configure: (params) => [
    {
      label: 'agent.properties',
      about: 'Save this as src/test/resources/agent.properties.',
      code: properties(reportingProperties(params)),
      isSettings: true,
    },
  ],
  chooseDriver: ({ values }) => [
    {
      label: 'webdriver.properties',
      about: `Save this as src/test/resources/webdriver.properties. ${WITHOUT_HUB}`,
      code: properties(driverProperties(values)),
      isSettings: true,
    },
  ],
  run: () => [{ label: 'Run command', code: 'mvn test' }],
})
