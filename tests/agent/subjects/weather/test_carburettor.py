from agent.subjects.weather.carburettor import CARBURETTOR, FROST, humidity_percent


def test_the_humidity_is_of_temperature_and_dew_point():
    assert humidity_percent(11, 11) == 100
    assert 61 <= humidity_percent(11, 4) <= 63
    assert humidity_percent(8, 9) == 100


def test_the_ice_of_a_carburettor_and_frost_are_told_by_their_words():
    for said in ("carb icing", "carburettor ice", "vergaservereisung", "givrage carbu", "givrage du carburateur"):
        assert CARBURETTOR.search(said), said
    for said in ("frost on the wings", "enteisen", "dégivrer", "gelée blanche", "de-ice"):
        assert FROST.search(said), said
    assert not FROST.search("frostgrenze") and not FROST.search("icing in cloud")
