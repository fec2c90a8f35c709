#include "core/catalogue/catalogue.h"

#include <QTest>

using namespace roofplan;

class CatalogueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void knowsThatNoFactMeansTheUser() {
        Catalogue catalogue;
        catalogue.facts.emplace_back().label = "HBM bandwidth";
        QCOMPARE(catalogue.fact(FactId(0)).label, std::string("HBM bandwidth"));
        QCOMPARE(catalogue.fact(FactId::None).label, std::string("given by the user"));
        QCOMPARE(catalogue.fact(FactId(7)).label, std::string("given by the user"));
    }

    void findsByIdOrSaysThereIsNone() {
        Catalogue catalogue;
        catalogue.gpus.emplace_back().id = "a";
        catalogue.gpus.emplace_back().id = "b";
        QVERIFY(findEntry(catalogue.gpus, "b") == &catalogue.gpus[1]);
        QVERIFY(findEntry(catalogue.gpus, "c") == nullptr);
    }

    void hasNoPriceWhereNoneIsPublished() {
        Catalogue catalogue;
        InstancePrice& price = catalogue.prices.emplace_back();
        price.instance = "x";
        price.region = "eu-west-2";
        QVERIFY(findPrice(catalogue, "x", PricePlan::OnDemand, "eu-west-2") != nullptr);
        QVERIFY(findPrice(catalogue, "x", PricePlan::CapacityBlock, "eu-west-2") == nullptr);
        QVERIFY(findPrice(catalogue, "x", PricePlan::OnDemand, "us-east-1") == nullptr);
    }

    void addsAModelOrReplacesTheOneOfThatId() {
        ModelEntry model;
        model.id = "m";
        model.origin = "a.json";
        const Catalogue one = withModel(Catalogue{}, model);
        model.origin = "b.json";
        const Catalogue two = withModel(one, model);
        QCOMPARE(two.models.size(), 1U);
        QCOMPARE(two.models.front().origin, std::string("b.json"));
        model.id = "n";
        QCOMPARE(withModel(two, model).models.size(), 2U);
    }
};

QTEST_GUILESS_MAIN(CatalogueTest)
#include "catalogue_test.moc"
