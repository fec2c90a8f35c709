// How a fact reaches its member: what the rows of the property tables point to.
#pragma once

#include "core/catalogue/fact.h"

namespace roofplan {

template <typename Entry, typename Field>
Field memberType(Field Entry::*);

template <typename Field>
struct Plain {
    using Type = Field;
};

template <typename Field>
struct Plain<std::optional<Field>> {
    using Type = Field;
};

/// Stores into a Sourced<…> member, optional or not.
template <auto Member, typename Entry>
void into(Entry& entry, const Fact& fact, FactId id) {
    using Field = typename Plain<decltype(memberType(Member))>::Type;
    using Value = decltype(Field::value);
    entry.*Member = Field{Value(fact.used), id};
}

/// For a property that is shown and compared, and no number of the model.
template <typename Entry>
void shownOnly(Entry& /*entry*/, const Fact& /*fact*/, FactId /*id*/) {}

} // namespace roofplan
