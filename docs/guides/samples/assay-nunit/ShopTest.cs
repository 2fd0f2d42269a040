using NUnit.Framework;
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
