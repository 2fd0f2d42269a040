import type { Guide, GuideParams, Snippet } from './guide.ts'
import { cmd, powershell, reportingVariables, shell } from './settings.ts'

const project = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net8.0</TargetFramework>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Microsoft.NET.Test.Sdk" Version="17.9.0" />
    <PackageReference Include="NUnit" Version="3.14.0" />
    <PackageReference Include="NUnit3TestAdapter" Version="4.5.0" />
    <!-- The agent is not on NuGet: build it from its repository and put the library here. -->
    <Reference Include="ZebrunnerAgent">
      <HintPath>lib/ZebrunnerAgent.dll</HintPath>
    </Reference>
  </ItemGroup>
</Project>
`

const test = `using NUnit.Framework;
using ZebrunnerAgent;

[assembly: ZebrunnerAssembly]

namespace Assay
{
    [TestFixture, ZebrunnerAssemblyTest]
    public class ShopTest
    {
        [Test]
        public void ShowsTheTotal()
        {
            Assert.That(49.97m + 5.00m, Is.EqualTo(54.97m));
        }

        [Test]
        public void ShowsItsName()
        {
            Assert.That("Larkspur", Does.StartWith("Lark"));
        }
    }
}
`

const unpacking = ({ values: { os, shell: of } }: GuideParams): Snippet => {
  if (os === 'linux')
    return {
      label: 'Install commands',
      code: 'sudo apt-get install -y dotnet-sdk-8.0 unzip\nunzip assay-nunit.zip\ncd assay-nunit\nmkdir lib',
    }
  if (os === 'macos')
    return {
      label: 'Install commands',
      code: 'brew install --cask dotnet-sdk\nunzip assay-nunit.zip\ncd assay-nunit\nmkdir lib',
    }
  const install = 'winget install Microsoft.DotNet.SDK.8'
  return of === 'cmd'
    ? { label: 'Install commands', code: `${install}\ntar -xf assay-nunit.zip\ncd assay-nunit\nmkdir lib` }
    : {
        label: 'Install commands',
        code: `${install}\nExpand-Archive assay-nunit.zip -DestinationPath .\nSet-Location assay-nunit\nNew-Item -ItemType Directory lib`,
      }
}

const variables = ({ values: { os, shell: of } }: GuideParams) =>
  os !== 'windows' ? shell : of === 'cmd' ? cmd : powershell

export const nunit: Guide = {
  id: 'nunit',
  name: 'NUnit',
  group: 'C#',
  agent: 'github.com/zebrunner/csharp-agent-nunit',
  defaults: { build: { of: 'address' }, environment: 'DEMO' },
  // The agent names a launch after the CI job or the test class.
  takesLaunchName: false,
  driver: 'none',
  hasSystems: true,
  sample: { folder: 'assay-nunit', files: { 'Assay.csproj': project, 'ShopTest.cs': test } },
  prepare: (params) => [
    unpacking(params),
    {
      label: 'Agent command',
      about:
        'The agent is no package of NuGet yet. Build ZebrunnerAgent.dll from its repository and copy it to lib in the project.',
      code: 'git clone https://github.com/zebrunner/csharp-agent-nunit.git',
    },
  ],
  configure: (params) => [
    {
      label: 'Variables',
      about: 'Run this where you will run the tests: the agent reads its settings from the environment alone.',
      code: variables(params)(reportingVariables(params, 'RUN', { takesLaunchName: false })),
      isSettings: true,
    },
  ],
  chooseDriver: () => [],
  run: () => [{ label: 'Run command', code: 'dotnet test' }],
}
