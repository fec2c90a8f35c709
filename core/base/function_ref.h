// A reference to something callable: as cheap as a function pointer, owns nothing.
#pragma once

#include <memory>
#include <type_traits>

namespace roofplan {

template <typename Signature>
class FunctionRef;

/// Valid as long as the callable it was made from; meant for parameters.
template <typename Return, typename... Arguments>
class FunctionRef<Return(Arguments...)> {
public:
    template <typename Callable>

    requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef>)
        FunctionRef(const Callable& callable) // implicit: a lambda passes as it stands
        : m_object(std::addressof(callable)),
          m_call([](const void* object, Arguments... arguments) -> Return {
              return (*static_cast<const Callable*>(object))(arguments...);
          }) {}

    Return operator()(Arguments... arguments) const { return m_call(m_object, arguments...); }

private:
    const void* m_object;
    Return (*m_call)(const void*, Arguments...);
};

} // namespace roofplan
